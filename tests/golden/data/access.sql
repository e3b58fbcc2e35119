PRAGMA application_id = 1396920385;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'scorepad-access','phones','2026-11-22 01:52:34.367598+00:00');
CREATE TABLE link (
            role TEXT NOT NULL,
            game INTEGER NOT NULL,
            generation INTEGER NOT NULL,
            PRIMARY KEY (role, game)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "link" VALUES('every',0,4242);
CREATE TABLE pass (
            phone INTEGER NOT NULL REFERENCES phone (id) ON DELETE CASCADE,
            role TEXT NOT NULL CHECK (role IN ('owner', 'reader', 'scorer', 'watcher')),
            game INTEGER NOT NULL CHECK ((game = 0) = (role IN ('owner', 'reader'))),
            generation INTEGER NOT NULL,
            PRIMARY KEY (phone, role, game)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "pass" VALUES(1,'owner',0,4242);
INSERT INTO "pass" VALUES(2,'owner',0,4242);
INSERT INTO "pass" VALUES(3,'scorer',1,4242);
INSERT INTO "pass" VALUES(4,'watcher',1,4242);
INSERT INTO "pass" VALUES(5,'reader',0,4242);
INSERT INTO "pass" VALUES(6,'scorer',1,4242);
INSERT INTO "pass" VALUES(7,'watcher',1,4242);
CREATE TABLE phone (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash TEXT NOT NULL UNIQUE,
            player INTEGER,
            came TEXT NOT NULL,
            dismissed INTEGER NOT NULL DEFAULT 0 CHECK (dismissed IN (0, 1))
        ) STRICT;
INSERT INTO "phone" VALUES(1,'bfe397b142ed50aa302c4b6642adb88c3582a5ae25d1063490feeede2b3d4643',1,'2026-11-22T01:52:34.829+00:00',0);
INSERT INTO "phone" VALUES(2,'ebe4cb234f74263e69ff6e1b09a91e1db2c5daadb18469758f6618133098175f',2,'2026-11-22T01:52:34.869+00:00',0);
INSERT INTO "phone" VALUES(3,'dec1c87b3df0938ca385f1d241ee06ef3790d1cdc04940407cc61e9fbfc6bb50',NULL,'2026-11-22T01:52:56.913+00:00',0);
INSERT INTO "phone" VALUES(4,'22e1bc9368026df293b7393f3e5e6a889534a3497d76374c4c333f4f766338d9',NULL,'2026-11-22T01:52:56.930+00:00',0);
INSERT INTO "phone" VALUES(5,'d6c016ea940174fbd0f14acc03879b899d3f076dac3d765c02b0a510a83cc8a6',NULL,'2026-11-22T01:52:56.959+00:00',0);
INSERT INTO "phone" VALUES(6,'c18f903b7c1ce3247f9de9a618363a0f26c82220614dfbab501f6efe7e66f7e2',NULL,'2026-11-22T01:52:56.994+00:00',0);
INSERT INTO "phone" VALUES(7,'04efe3ebab8a9473f353d910702381246d51da7bee7cb6cda6bda61578a884f2',NULL,'2026-11-22T01:52:57.036+00:00',0);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('phone',7);
COMMIT;
