-- A club as the first version of Scorepad wrote it. It is never changed, and must open for ever.
PRAGMA application_id = 1396920388;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'scorepad','games','2026-11-21 10:26:16.045268+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'scorepad','entries','2026-11-21 10:26:16.045701+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'scorepad','cells','2026-11-21 10:26:16.045920+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'scorepad','players','2026-11-21 10:26:16.046177+00:00');
CREATE TABLE cell (
            game INTEGER NOT NULL REFERENCES game (id),
            round INTEGER NOT NULL,
            place TEXT NOT NULL,
            field TEXT NOT NULL,
            value TEXT NOT NULL,
            seq INTEGER NOT NULL REFERENCES entry (seq),
            PRIMARY KEY (game, round, place, field)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "cell" VALUES(1,0,'seat1','player','1',2);
INSERT INTO "cell" VALUES(1,0,'table','rules','{"slug":"partnership"}',1);
INSERT INTO "cell" VALUES(1,1,'team1','melded','{"as":"points","typed":"120+85"}',4);
CREATE TABLE entry (
            seq INTEGER PRIMARY KEY CHECK (seq > 0),
            key TEXT NOT NULL UNIQUE,
            game INTEGER NOT NULL REFERENCES game (id),
            round INTEGER NOT NULL CHECK (round >= 0),
            place TEXT NOT NULL,
            field TEXT NOT NULL,
            value TEXT NOT NULL CHECK (json_valid(value)),
            base ANY CHECK (typeof(base) IN ('null', 'integer', 'text')),
            status TEXT NOT NULL CHECK (status IN ('applied', 'same', 'conflict', 'held')),
            device TEXT,
            at TEXT NOT NULL
        ) STRICT;
INSERT INTO "entry" VALUES(1,'k0',1,0,'table','rules','{"slug":"partnership"}',NULL,'applied',NULL,'2025-11-21T12:00:00.000+00:00');
INSERT INTO "entry" VALUES(2,'k1',1,0,'seat1','player','1',NULL,'applied',NULL,'2025-11-21T12:00:00.000+00:00');
INSERT INTO "entry" VALUES(3,'k2',1,1,'team1','melded','{"as":"points","typed":"120"}',NULL,'applied','phone-1','2025-11-21T12:00:00.000+00:00');
INSERT INTO "entry" VALUES(4,'k3',1,1,'team1','melded','{"as":"points","typed":"120+85"}','k2','applied','phone-1','2025-11-21T12:00:00.000+00:00');
INSERT INTO "entry" VALUES(5,'k4',1,1,'team1','melded','{"as":"points","typed":"90"}',3,'conflict','phone-2','2025-11-21T12:00:00.000+00:00');
CREATE TABLE game (
            id INTEGER PRIMARY KEY CHECK (id > 0),
            key TEXT NOT NULL UNIQUE,
            created_at TEXT NOT NULL
        ) STRICT;
INSERT INTO "game" VALUES(1,'first-form','2025-11-21T12:00:00.000+00:00');
CREATE TABLE player (
            id INTEGER PRIMARY KEY CHECK (id > 0),
            key TEXT UNIQUE,
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            created_at TEXT NOT NULL
        ) STRICT;
INSERT INTO "player" VALUES(1,NULL,'José','jose','2025-11-21T12:00:00.000+00:00');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE TRIGGER game_no_update BEFORE UPDATE ON game BEGIN SELECT RAISE(ABORT, 'a game is never changed or deleted: put it into the bin'); END;
CREATE TRIGGER game_no_delete BEFORE DELETE ON game BEGIN SELECT RAISE(ABORT, 'a game is never changed or deleted: put it into the bin'); END;
CREATE TRIGGER game_no_replace BEFORE INSERT ON game
        WHEN EXISTS (SELECT 1 FROM game WHERE id = NEW.id)
          OR EXISTS (SELECT 1 FROM game WHERE key = NEW.key)
        BEGIN SELECT RAISE(ABORT, 'a game is never changed or deleted: put it into the bin'); END;
CREATE INDEX entry_game ON entry (game);
CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'an entry is never changed or deleted: record a new one'); END;
CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'an entry is never changed or deleted: record a new one'); END;
CREATE TRIGGER entry_no_replace BEFORE INSERT ON entry
        WHEN EXISTS (SELECT 1 FROM entry WHERE seq = NEW.seq)
          OR EXISTS (SELECT 1 FROM entry WHERE key = NEW.key)
        BEGIN SELECT RAISE(ABORT, 'an entry is never changed or deleted: record a new one'); END;
CREATE INDEX player_folded ON player (folded);
COMMIT;
