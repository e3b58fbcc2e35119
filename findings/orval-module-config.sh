#!/bin/sh
# orval 7.13.2 refuses a configuration with `export default`, and takes the same one with `module.exports`.
#
# orval makes TypeScript clients from an OpenAPI document. Its configuration is a script, `orval.config.js`. One would guess
# (and this was written down before it was run) that in a package of "type": "module", and in a file `.mjs`, it is
# written with `export default`, as any module is. But orval then finds neither an input nor an output in it and ends with
# an error that asks for them, as if the configuration was empty: it takes the module itself for what the module exports.
# In a file `.cjs` the same object is read, and a client is written.
#
# Exits with 0 while this is so, and with 1 once it changes. Needs node and npm.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"name": "probe", "private": true, "type": "module"}\n' > package.json
npm install --silent --no-fund --no-audit orval@7.13.2 > /dev/null 2>&1
cat > openapi.json <<'JSON'
{
  "openapi": "3.1.0",
  "info": {"title": "Probe", "version": "1"},
  "paths": {"/number": {"get": {
    "operationId": "number",
    "responses": {"200": {"description": "One", "content": {"application/json": {"schema": {"type": "integer"}}}}}
  }}}
}
JSON
config='{ probe: { input: "./openapi.json", output: "./client.ts" } }'
echo "export default $config;" | tee orval.config.js > orval.config.mjs
echo "module.exports = $config;" > orval.config.cjs

echo "node $(node --version), orval $(node -p 'require("./node_modules/orval/package.json").version' 2>/dev/null || echo 7.13.2)"
seen=
for kind in js mjs cjs; do
  rm -f client.ts
  npx --no-install orval --config "orval.config.$kind" > log 2>&1 || true
  if [ -f client.ts ]; then made=yes; else made=no; fi
  echo "orval.config.$kind: a client was written: $made. $(grep -m 1 '^Error' log || true)"
  seen="$seen $made"
done
if [ "$seen" = " no no yes" ]; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
