PRAGMA application_id = 1396920385;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'scorepad-access','phones','2026-11-23 02:28:28.884280+00:00');
CREATE TABLE link (
            role TEXT NOT NULL,
            game INTEGER NOT NULL,
            generation INTEGER NOT NULL,
            PRIMARY KEY (role, game)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "link" VALUES('every',0,86227740);
CREATE TABLE pass (
            phone INTEGER NOT NULL REFERENCES phone (id) ON DELETE CASCADE,
            role TEXT NOT NULL CHECK (role IN ('owner', 'reader', 'scorer', 'watcher')),
            game INTEGER NOT NULL CHECK ((game = 0) = (role IN ('owner', 'reader'))),
            generation INTEGER NOT NULL,
            PRIMARY KEY (phone, role, game)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "pass" VALUES(1,'owner',0,86227740);
CREATE TABLE phone (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash TEXT NOT NULL UNIQUE,
            player INTEGER,
            came TEXT NOT NULL,
            dismissed INTEGER NOT NULL DEFAULT 0 CHECK (dismissed IN (0, 1))
        ) STRICT;
INSERT INTO "phone" VALUES(1,'f6ece69ffa793c7e2059f799e220d717b3a3a67fd2ca400bb0789923d0b9512d',NULL,'2026-11-23T02:28:29.063+00:00',0);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('phone',1);
COMMIT;
