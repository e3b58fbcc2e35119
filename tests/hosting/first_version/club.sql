PRAGMA application_id = 1396920388;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'scorepad','games','2026-11-23 02:28:28.805588+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'scorepad','entries','2026-11-23 02:28:28.815521+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'scorepad','cells','2026-11-23 02:28:28.817655+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'scorepad','players','2026-11-23 02:28:28.817953+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'scorepad','people','2026-11-23 02:28:28.824001+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'scorepad','results','2026-11-23 02:28:28.830159+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'scorepad','seasons','2026-11-23 02:28:28.830729+00:00');
INSERT INTO "_sqlite_migrations" VALUES(8,'scorepad','conflicts','2026-11-23 02:28:28.831373+00:00');
CREATE TABLE cell (
            game INTEGER NOT NULL REFERENCES game (id),
            round INTEGER NOT NULL,
            place TEXT NOT NULL,
            field TEXT NOT NULL,
            value TEXT NOT NULL,
            seq INTEGER NOT NULL REFERENCES entry (seq),
            PRIMARY KEY (game, round, place, field)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "cell" VALUES(1,0,'seat1','player','{"id":1}',6);
INSERT INTO "cell" VALUES(1,0,'seat2','player','{"id":2}',7);
INSERT INTO "cell" VALUES(1,0,'seat3','player','{"id":3}',8);
INSERT INTO "cell" VALUES(1,0,'seat4','player','{"id":4}',9);
INSERT INTO "cell" VALUES(1,0,'table','choices','{}',2);
INSERT INTO "cell" VALUES(1,0,'table','decks','{"as":"count","n":5}',4);
INSERT INTO "cell" VALUES(1,0,'table','engine','"0.1.0"',5);
INSERT INTO "cell" VALUES(1,0,'table','rules','{"bonuses":[{"cases":[{"players":[],"points":100,"rounds":[]}],"code":"exact_cut","grade_of":"cut","kind":"cut","many":"Exact cuts of 22","most":1,"one":"Exact cut of 22","per":"player"}],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[],"combinations":[],"document":"Rules of 4 hand, Hand Foot Canasta","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"if_you_like","partner_in_foot":false,"penalty":-500,"wild_discard":true,"without_books":"severe_penalty"},"melds":{"beyond_book":"naturals","black_threes":"never","book_most_wilds":"any","book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"pair_and_one","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Partnership Hand & Foot","notes":["Wild cards may never be added to a closed book.","You may not play on the other team''s books.","A pile topped by a wild card or a three cannot be taken.","The points of books never count towards an opening minimum.","A team that goes out without its books keeps only its exact cuts (assumed), and pays for what its partner holds.","Equal totals are a tie (assumed)."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":40,"passed":"none","starts":"first_cutter","swipe":false,"take":{"cards":7,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["tables.0.jokers","stock.round","going_out.penalty"],"reported":[]},"schema":1,"slug":"partnership","stock":{"round":"scored","runs_out":"round_ends"},"summary":"Four players in two partnerships, four rounds, exact cuts, and a severe penalty for going out too soon.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',1);
INSERT INTO "cell" VALUES(1,0,'table','shape','{"players":4,"teams":2}',3);
INSERT INTO "cell" VALUES(1,1,'seat1','red_threes_held','{"as":"count","n":0}',10);
INSERT INTO "cell" VALUES(1,1,'seat2','left','{"as":"points","typed":"35"}',22);
INSERT INTO "cell" VALUES(1,1,'seat2','red_threes_held','{"as":"count","n":0}',14);
INSERT INTO "cell" VALUES(1,1,'seat3','left','{"as":"points","typed":"0"}',20);
INSERT INTO "cell" VALUES(1,1,'seat3','red_threes_held','{"as":"count","n":0}',11);
INSERT INTO "cell" VALUES(1,1,'seat4','left','{"as":"points","typed":"0"}',23);
INSERT INTO "cell" VALUES(1,1,'seat4','red_threes_held','{"as":"count","n":0}',15);
INSERT INTO "cell" VALUES(1,1,'table','ended','{"as":"out","seat":1}',16);
INSERT INTO "cell" VALUES(1,1,'table','finished','{"yes":true}',24);
INSERT INTO "cell" VALUES(1,1,'team1','clean','{"as":"count","n":4}',18);
INSERT INTO "cell" VALUES(1,1,'team1','dirty','{"as":"count","n":5}',19);
INSERT INTO "cell" VALUES(1,1,'team1','melded','{"as":"points","typed":"900"}',17);
INSERT INTO "cell" VALUES(1,1,'team2','clean','{"as":"count","n":0}',12);
INSERT INTO "cell" VALUES(1,1,'team2','dirty','{"as":"count","n":0}',13);
INSERT INTO "cell" VALUES(1,1,'team2','melded','{"as":"points","typed":"205"}',21);
INSERT INTO "cell" VALUES(1,2,'seat1','red_threes_held','{"as":"count","n":0}',25);
INSERT INTO "cell" VALUES(1,2,'seat2','left','{"as":"points","typed":"35"}',37);
INSERT INTO "cell" VALUES(1,2,'seat2','red_threes_held','{"as":"count","n":0}',29);
INSERT INTO "cell" VALUES(1,2,'seat3','left','{"as":"points","typed":"0"}',35);
INSERT INTO "cell" VALUES(1,2,'seat3','red_threes_held','{"as":"count","n":0}',26);
INSERT INTO "cell" VALUES(1,2,'seat4','left','{"as":"points","typed":"0"}',38);
INSERT INTO "cell" VALUES(1,2,'seat4','red_threes_held','{"as":"count","n":0}',30);
INSERT INTO "cell" VALUES(1,2,'table','ended','{"as":"out","seat":1}',31);
INSERT INTO "cell" VALUES(1,2,'table','finished','{"yes":true}',39);
INSERT INTO "cell" VALUES(1,2,'team1','clean','{"as":"count","n":4}',33);
INSERT INTO "cell" VALUES(1,2,'team1','dirty','{"as":"count","n":5}',34);
INSERT INTO "cell" VALUES(1,2,'team1','melded','{"as":"points","typed":"915"}',32);
INSERT INTO "cell" VALUES(1,2,'team2','clean','{"as":"count","n":0}',27);
INSERT INTO "cell" VALUES(1,2,'team2','dirty','{"as":"count","n":0}',28);
INSERT INTO "cell" VALUES(1,2,'team2','melded','{"as":"points","typed":"410"}',36);
INSERT INTO "cell" VALUES(1,3,'seat1','red_threes_held','{"as":"count","n":0}',40);
INSERT INTO "cell" VALUES(1,3,'seat2','left','{"as":"points","typed":"35"}',52);
INSERT INTO "cell" VALUES(1,3,'seat2','red_threes_held','{"as":"count","n":0}',44);
INSERT INTO "cell" VALUES(1,3,'seat3','left','{"as":"points","typed":"0"}',50);
INSERT INTO "cell" VALUES(1,3,'seat3','red_threes_held','{"as":"count","n":0}',41);
INSERT INTO "cell" VALUES(1,3,'seat4','left','{"as":"points","typed":"0"}',53);
INSERT INTO "cell" VALUES(1,3,'seat4','red_threes_held','{"as":"count","n":0}',45);
INSERT INTO "cell" VALUES(1,3,'table','ended','{"as":"out","seat":1}',46);
INSERT INTO "cell" VALUES(1,3,'table','finished','{"yes":true}',54);
INSERT INTO "cell" VALUES(1,3,'team1','clean','{"as":"count","n":4}',48);
INSERT INTO "cell" VALUES(1,3,'team1','dirty','{"as":"count","n":5}',49);
INSERT INTO "cell" VALUES(1,3,'team1','melded','{"as":"points","typed":"930"}',47);
INSERT INTO "cell" VALUES(1,3,'team2','clean','{"as":"count","n":0}',42);
INSERT INTO "cell" VALUES(1,3,'team2','dirty','{"as":"count","n":0}',43);
INSERT INTO "cell" VALUES(1,3,'team2','melded','{"as":"points","typed":"615"}',51);
INSERT INTO "cell" VALUES(1,4,'seat1','red_threes_held','{"as":"count","n":0}',55);
INSERT INTO "cell" VALUES(1,4,'seat2','left','{"as":"points","typed":"35"}',67);
INSERT INTO "cell" VALUES(1,4,'seat2','red_threes_held','{"as":"count","n":0}',59);
INSERT INTO "cell" VALUES(1,4,'seat3','left','{"as":"points","typed":"0"}',65);
INSERT INTO "cell" VALUES(1,4,'seat3','red_threes_held','{"as":"count","n":0}',56);
INSERT INTO "cell" VALUES(1,4,'seat4','left','{"as":"points","typed":"0"}',68);
INSERT INTO "cell" VALUES(1,4,'seat4','red_threes_held','{"as":"count","n":0}',60);
INSERT INTO "cell" VALUES(1,4,'table','ended','{"as":"out","seat":1}',61);
INSERT INTO "cell" VALUES(1,4,'table','finished','{"yes":true}',69);
INSERT INTO "cell" VALUES(1,4,'team1','clean','{"as":"count","n":4}',63);
INSERT INTO "cell" VALUES(1,4,'team1','dirty','{"as":"count","n":5}',64);
INSERT INTO "cell" VALUES(1,4,'team1','melded','{"as":"points","typed":"945"}',62);
INSERT INTO "cell" VALUES(1,4,'team2','clean','{"as":"count","n":0}',57);
INSERT INTO "cell" VALUES(1,4,'team2','dirty','{"as":"count","n":0}',58);
INSERT INTO "cell" VALUES(1,4,'team2','melded','{"as":"points","typed":"820"}',66);
INSERT INTO "cell" VALUES(2,0,'seat1','player','{"id":1}',75);
INSERT INTO "cell" VALUES(2,0,'seat2','player','{"id":2}',76);
INSERT INTO "cell" VALUES(2,0,'seat3','player','{"id":3}',77);
INSERT INTO "cell" VALUES(2,0,'seat4','player','{"id":4}',78);
INSERT INTO "cell" VALUES(2,0,'table','choices','{}',71);
INSERT INTO "cell" VALUES(2,0,'table','decks','{"as":"count","n":5}',73);
INSERT INTO "cell" VALUES(2,0,'table','engine','"0.1.0"',74);
INSERT INTO "cell" VALUES(2,0,'table','rules','{"bonuses":[{"cases":[{"players":[],"points":100,"rounds":[]}],"code":"exact_cut","grade_of":"cut","kind":"cut","many":"Exact cuts of 22","most":1,"one":"Exact cut of 22","per":"player"}],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[],"combinations":[],"document":"Rules of 4 hand, Hand Foot Canasta","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"if_you_like","partner_in_foot":false,"penalty":-500,"wild_discard":true,"without_books":"severe_penalty"},"melds":{"beyond_book":"naturals","black_threes":"never","book_most_wilds":"any","book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"pair_and_one","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Partnership Hand & Foot","notes":["Wild cards may never be added to a closed book.","You may not play on the other team''s books.","A pile topped by a wild card or a three cannot be taken.","The points of books never count towards an opening minimum.","A team that goes out without its books keeps only its exact cuts (assumed), and pays for what its partner holds.","Equal totals are a tie (assumed)."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":40,"passed":"none","starts":"first_cutter","swipe":false,"take":{"cards":7,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["tables.0.jokers","stock.round","going_out.penalty"],"reported":[]},"schema":1,"slug":"partnership","stock":{"round":"scored","runs_out":"round_ends"},"summary":"Four players in two partnerships, four rounds, exact cuts, and a severe penalty for going out too soon.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',70);
INSERT INTO "cell" VALUES(2,0,'table','shape','{"players":4,"teams":2}',72);
INSERT INTO "cell" VALUES(2,1,'seat1','red_threes_held','{"as":"count","n":0}',79);
INSERT INTO "cell" VALUES(2,1,'seat2','left','{"as":"points","typed":"35"}',91);
INSERT INTO "cell" VALUES(2,1,'seat2','red_threes_held','{"as":"count","n":0}',83);
INSERT INTO "cell" VALUES(2,1,'seat3','left','{"as":"points","typed":"0"}',89);
INSERT INTO "cell" VALUES(2,1,'seat3','red_threes_held','{"as":"count","n":0}',80);
INSERT INTO "cell" VALUES(2,1,'seat4','left','{"as":"points","typed":"0"}',92);
INSERT INTO "cell" VALUES(2,1,'seat4','red_threes_held','{"as":"count","n":0}',84);
INSERT INTO "cell" VALUES(2,1,'table','ended','{"as":"out","seat":1}',85);
INSERT INTO "cell" VALUES(2,1,'table','finished','{"yes":true}',93);
INSERT INTO "cell" VALUES(2,1,'team1','clean','{"as":"count","n":4}',87);
INSERT INTO "cell" VALUES(2,1,'team1','dirty','{"as":"count","n":5}',88);
INSERT INTO "cell" VALUES(2,1,'team1','melded','{"as":"points","typed":"960"}',86);
INSERT INTO "cell" VALUES(2,1,'team2','clean','{"as":"count","n":0}',81);
INSERT INTO "cell" VALUES(2,1,'team2','dirty','{"as":"count","n":0}',82);
INSERT INTO "cell" VALUES(2,1,'team2','melded','{"as":"points","typed":"205"}',90);
INSERT INTO "cell" VALUES(2,2,'seat1','red_threes_held','{"as":"count","n":0}',94);
INSERT INTO "cell" VALUES(2,2,'seat2','left','{"as":"points","typed":"35"}',106);
INSERT INTO "cell" VALUES(2,2,'seat2','red_threes_held','{"as":"count","n":0}',98);
INSERT INTO "cell" VALUES(2,2,'seat3','left','{"as":"points","typed":"0"}',104);
INSERT INTO "cell" VALUES(2,2,'seat3','red_threes_held','{"as":"count","n":0}',95);
INSERT INTO "cell" VALUES(2,2,'seat4','left','{"as":"points","typed":"0"}',107);
INSERT INTO "cell" VALUES(2,2,'seat4','red_threes_held','{"as":"count","n":0}',99);
INSERT INTO "cell" VALUES(2,2,'table','ended','{"as":"out","seat":1}',100);
INSERT INTO "cell" VALUES(2,2,'table','finished','{"yes":true}',108);
INSERT INTO "cell" VALUES(2,2,'team1','clean','{"as":"count","n":4}',102);
INSERT INTO "cell" VALUES(2,2,'team1','dirty','{"as":"count","n":5}',103);
INSERT INTO "cell" VALUES(2,2,'team1','melded','{"as":"points","typed":"975"}',101);
INSERT INTO "cell" VALUES(2,2,'team2','clean','{"as":"count","n":0}',96);
INSERT INTO "cell" VALUES(2,2,'team2','dirty','{"as":"count","n":0}',97);
INSERT INTO "cell" VALUES(2,2,'team2','melded','{"as":"points","typed":"410"}',105);
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
INSERT INTO "entry" VALUES(1,'dbe312abadabf9c927dddce97963894f:table.rules',1,0,'table','rules','{"bonuses":[{"cases":[{"players":[],"points":100,"rounds":[]}],"code":"exact_cut","grade_of":"cut","kind":"cut","many":"Exact cuts of 22","most":1,"one":"Exact cut of 22","per":"player"}],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[],"combinations":[],"document":"Rules of 4 hand, Hand Foot Canasta","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"if_you_like","partner_in_foot":false,"penalty":-500,"wild_discard":true,"without_books":"severe_penalty"},"melds":{"beyond_book":"naturals","black_threes":"never","book_most_wilds":"any","book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"pair_and_one","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Partnership Hand & Foot","notes":["Wild cards may never be added to a closed book.","You may not play on the other team''s books.","A pile topped by a wild card or a three cannot be taken.","The points of books never count towards an opening minimum.","A team that goes out without its books keeps only its exact cuts (assumed), and pays for what its partner holds.","Equal totals are a tie (assumed)."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":40,"passed":"none","starts":"first_cutter","swipe":false,"take":{"cards":7,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["tables.0.jokers","stock.round","going_out.penalty"],"reported":[]},"schema":1,"slug":"partnership","stock":{"round":"scored","runs_out":"round_ends"},"summary":"Four players in two partnerships, four rounds, exact cuts, and a severe penalty for going out too soon.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.416+00:00');
INSERT INTO "entry" VALUES(2,'dbe312abadabf9c927dddce97963894f:table.choices',1,0,'table','choices','{}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.416+00:00');
INSERT INTO "entry" VALUES(3,'dbe312abadabf9c927dddce97963894f:table.shape',1,0,'table','shape','{"players":4,"teams":2}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.416+00:00');
INSERT INTO "entry" VALUES(4,'dbe312abadabf9c927dddce97963894f:table.decks',1,0,'table','decks','{"as":"count","n":5}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.416+00:00');
INSERT INTO "entry" VALUES(5,'dbe312abadabf9c927dddce97963894f:table.engine',1,0,'table','engine','"0.1.0"',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.416+00:00');
INSERT INTO "entry" VALUES(6,'dbe312abadabf9c927dddce97963894f:seat1.player',1,0,'seat1','player','{"id":1}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.416+00:00');
INSERT INTO "entry" VALUES(7,'dbe312abadabf9c927dddce97963894f:seat2.player',1,0,'seat2','player','{"id":2}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.416+00:00');
INSERT INTO "entry" VALUES(8,'dbe312abadabf9c927dddce97963894f:seat3.player',1,0,'seat3','player','{"id":3}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.416+00:00');
INSERT INTO "entry" VALUES(9,'dbe312abadabf9c927dddce97963894f:seat4.player',1,0,'seat4','player','{"id":4}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.416+00:00');
INSERT INTO "entry" VALUES(10,'351001348fc6467bc0ff32599022bab9:seat1.red_threes_held',1,1,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.860+00:00');
INSERT INTO "entry" VALUES(11,'351001348fc6467bc0ff32599022bab9:seat3.red_threes_held',1,1,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.860+00:00');
INSERT INTO "entry" VALUES(12,'351001348fc6467bc0ff32599022bab9:team2.clean',1,1,'team2','clean','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.860+00:00');
INSERT INTO "entry" VALUES(13,'351001348fc6467bc0ff32599022bab9:team2.dirty',1,1,'team2','dirty','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.860+00:00');
INSERT INTO "entry" VALUES(14,'351001348fc6467bc0ff32599022bab9:seat2.red_threes_held',1,1,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.860+00:00');
INSERT INTO "entry" VALUES(15,'351001348fc6467bc0ff32599022bab9:seat4.red_threes_held',1,1,'seat4','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.860+00:00');
INSERT INTO "entry" VALUES(16,'351001348fc6467bc0ff32599022bab9:table.ended',1,1,'table','ended','{"as":"out","seat":1}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.860+00:00');
INSERT INTO "entry" VALUES(17,'351001348fc6467bc0ff32599022bab9:team1.melded',1,1,'team1','melded','{"as":"points","typed":"900"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.860+00:00');
INSERT INTO "entry" VALUES(18,'351001348fc6467bc0ff32599022bab9:team1.clean',1,1,'team1','clean','{"as":"count","n":4}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.860+00:00');
INSERT INTO "entry" VALUES(19,'351001348fc6467bc0ff32599022bab9:team1.dirty',1,1,'team1','dirty','{"as":"count","n":5}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.860+00:00');
INSERT INTO "entry" VALUES(20,'351001348fc6467bc0ff32599022bab9:seat3.left',1,1,'seat3','left','{"as":"points","typed":"0"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.860+00:00');
INSERT INTO "entry" VALUES(21,'351001348fc6467bc0ff32599022bab9:team2.melded',1,1,'team2','melded','{"as":"points","typed":"205"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.860+00:00');
INSERT INTO "entry" VALUES(22,'351001348fc6467bc0ff32599022bab9:seat2.left',1,1,'seat2','left','{"as":"points","typed":"35"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.860+00:00');
INSERT INTO "entry" VALUES(23,'351001348fc6467bc0ff32599022bab9:seat4.left',1,1,'seat4','left','{"as":"points","typed":"0"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.860+00:00');
INSERT INTO "entry" VALUES(24,'351001348fc6467bc0ff32599022bab9:table.finished',1,1,'table','finished','{"yes":true}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:29.860+00:00');
INSERT INTO "entry" VALUES(25,'2bf6a71defde9ade08de20f691d5915d:seat1.red_threes_held',1,2,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.053+00:00');
INSERT INTO "entry" VALUES(26,'2bf6a71defde9ade08de20f691d5915d:seat3.red_threes_held',1,2,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.053+00:00');
INSERT INTO "entry" VALUES(27,'2bf6a71defde9ade08de20f691d5915d:team2.clean',1,2,'team2','clean','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.053+00:00');
INSERT INTO "entry" VALUES(28,'2bf6a71defde9ade08de20f691d5915d:team2.dirty',1,2,'team2','dirty','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.053+00:00');
INSERT INTO "entry" VALUES(29,'2bf6a71defde9ade08de20f691d5915d:seat2.red_threes_held',1,2,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.053+00:00');
INSERT INTO "entry" VALUES(30,'2bf6a71defde9ade08de20f691d5915d:seat4.red_threes_held',1,2,'seat4','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.053+00:00');
INSERT INTO "entry" VALUES(31,'2bf6a71defde9ade08de20f691d5915d:table.ended',1,2,'table','ended','{"as":"out","seat":1}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.053+00:00');
INSERT INTO "entry" VALUES(32,'2bf6a71defde9ade08de20f691d5915d:team1.melded',1,2,'team1','melded','{"as":"points","typed":"915"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.053+00:00');
INSERT INTO "entry" VALUES(33,'2bf6a71defde9ade08de20f691d5915d:team1.clean',1,2,'team1','clean','{"as":"count","n":4}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.053+00:00');
INSERT INTO "entry" VALUES(34,'2bf6a71defde9ade08de20f691d5915d:team1.dirty',1,2,'team1','dirty','{"as":"count","n":5}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.053+00:00');
INSERT INTO "entry" VALUES(35,'2bf6a71defde9ade08de20f691d5915d:seat3.left',1,2,'seat3','left','{"as":"points","typed":"0"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.053+00:00');
INSERT INTO "entry" VALUES(36,'2bf6a71defde9ade08de20f691d5915d:team2.melded',1,2,'team2','melded','{"as":"points","typed":"410"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.053+00:00');
INSERT INTO "entry" VALUES(37,'2bf6a71defde9ade08de20f691d5915d:seat2.left',1,2,'seat2','left','{"as":"points","typed":"35"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.053+00:00');
INSERT INTO "entry" VALUES(38,'2bf6a71defde9ade08de20f691d5915d:seat4.left',1,2,'seat4','left','{"as":"points","typed":"0"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.053+00:00');
INSERT INTO "entry" VALUES(39,'2bf6a71defde9ade08de20f691d5915d:table.finished',1,2,'table','finished','{"yes":true}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.053+00:00');
INSERT INTO "entry" VALUES(40,'0a483f5bb0c63eb183aa8320b51afcb9:seat1.red_threes_held',1,3,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.288+00:00');
INSERT INTO "entry" VALUES(41,'0a483f5bb0c63eb183aa8320b51afcb9:seat3.red_threes_held',1,3,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.288+00:00');
INSERT INTO "entry" VALUES(42,'0a483f5bb0c63eb183aa8320b51afcb9:team2.clean',1,3,'team2','clean','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.288+00:00');
INSERT INTO "entry" VALUES(43,'0a483f5bb0c63eb183aa8320b51afcb9:team2.dirty',1,3,'team2','dirty','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.288+00:00');
INSERT INTO "entry" VALUES(44,'0a483f5bb0c63eb183aa8320b51afcb9:seat2.red_threes_held',1,3,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.288+00:00');
INSERT INTO "entry" VALUES(45,'0a483f5bb0c63eb183aa8320b51afcb9:seat4.red_threes_held',1,3,'seat4','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.288+00:00');
INSERT INTO "entry" VALUES(46,'0a483f5bb0c63eb183aa8320b51afcb9:table.ended',1,3,'table','ended','{"as":"out","seat":1}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.288+00:00');
INSERT INTO "entry" VALUES(47,'0a483f5bb0c63eb183aa8320b51afcb9:team1.melded',1,3,'team1','melded','{"as":"points","typed":"930"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.288+00:00');
INSERT INTO "entry" VALUES(48,'0a483f5bb0c63eb183aa8320b51afcb9:team1.clean',1,3,'team1','clean','{"as":"count","n":4}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.288+00:00');
INSERT INTO "entry" VALUES(49,'0a483f5bb0c63eb183aa8320b51afcb9:team1.dirty',1,3,'team1','dirty','{"as":"count","n":5}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.288+00:00');
INSERT INTO "entry" VALUES(50,'0a483f5bb0c63eb183aa8320b51afcb9:seat3.left',1,3,'seat3','left','{"as":"points","typed":"0"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.288+00:00');
INSERT INTO "entry" VALUES(51,'0a483f5bb0c63eb183aa8320b51afcb9:team2.melded',1,3,'team2','melded','{"as":"points","typed":"615"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.288+00:00');
INSERT INTO "entry" VALUES(52,'0a483f5bb0c63eb183aa8320b51afcb9:seat2.left',1,3,'seat2','left','{"as":"points","typed":"35"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.288+00:00');
INSERT INTO "entry" VALUES(53,'0a483f5bb0c63eb183aa8320b51afcb9:seat4.left',1,3,'seat4','left','{"as":"points","typed":"0"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.288+00:00');
INSERT INTO "entry" VALUES(54,'0a483f5bb0c63eb183aa8320b51afcb9:table.finished',1,3,'table','finished','{"yes":true}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.288+00:00');
INSERT INTO "entry" VALUES(55,'9c65830888d4f70216fb431c9a0012aa:seat1.red_threes_held',1,4,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.341+00:00');
INSERT INTO "entry" VALUES(56,'9c65830888d4f70216fb431c9a0012aa:seat3.red_threes_held',1,4,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.341+00:00');
INSERT INTO "entry" VALUES(57,'9c65830888d4f70216fb431c9a0012aa:team2.clean',1,4,'team2','clean','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.341+00:00');
INSERT INTO "entry" VALUES(58,'9c65830888d4f70216fb431c9a0012aa:team2.dirty',1,4,'team2','dirty','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.341+00:00');
INSERT INTO "entry" VALUES(59,'9c65830888d4f70216fb431c9a0012aa:seat2.red_threes_held',1,4,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.341+00:00');
INSERT INTO "entry" VALUES(60,'9c65830888d4f70216fb431c9a0012aa:seat4.red_threes_held',1,4,'seat4','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.341+00:00');
INSERT INTO "entry" VALUES(61,'9c65830888d4f70216fb431c9a0012aa:table.ended',1,4,'table','ended','{"as":"out","seat":1}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.341+00:00');
INSERT INTO "entry" VALUES(62,'9c65830888d4f70216fb431c9a0012aa:team1.melded',1,4,'team1','melded','{"as":"points","typed":"945"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.341+00:00');
INSERT INTO "entry" VALUES(63,'9c65830888d4f70216fb431c9a0012aa:team1.clean',1,4,'team1','clean','{"as":"count","n":4}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.341+00:00');
INSERT INTO "entry" VALUES(64,'9c65830888d4f70216fb431c9a0012aa:team1.dirty',1,4,'team1','dirty','{"as":"count","n":5}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.341+00:00');
INSERT INTO "entry" VALUES(65,'9c65830888d4f70216fb431c9a0012aa:seat3.left',1,4,'seat3','left','{"as":"points","typed":"0"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.341+00:00');
INSERT INTO "entry" VALUES(66,'9c65830888d4f70216fb431c9a0012aa:team2.melded',1,4,'team2','melded','{"as":"points","typed":"820"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.341+00:00');
INSERT INTO "entry" VALUES(67,'9c65830888d4f70216fb431c9a0012aa:seat2.left',1,4,'seat2','left','{"as":"points","typed":"35"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.341+00:00');
INSERT INTO "entry" VALUES(68,'9c65830888d4f70216fb431c9a0012aa:seat4.left',1,4,'seat4','left','{"as":"points","typed":"0"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.341+00:00');
INSERT INTO "entry" VALUES(69,'9c65830888d4f70216fb431c9a0012aa:table.finished',1,4,'table','finished','{"yes":true}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.341+00:00');
INSERT INTO "entry" VALUES(70,'148af363c19698329a994a4944198fdf:table.rules',2,0,'table','rules','{"bonuses":[{"cases":[{"players":[],"points":100,"rounds":[]}],"code":"exact_cut","grade_of":"cut","kind":"cut","many":"Exact cuts of 22","most":1,"one":"Exact cut of 22","per":"player"}],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[],"combinations":[],"document":"Rules of 4 hand, Hand Foot Canasta","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"if_you_like","partner_in_foot":false,"penalty":-500,"wild_discard":true,"without_books":"severe_penalty"},"melds":{"beyond_book":"naturals","black_threes":"never","book_most_wilds":"any","book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"pair_and_one","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Partnership Hand & Foot","notes":["Wild cards may never be added to a closed book.","You may not play on the other team''s books.","A pile topped by a wild card or a three cannot be taken.","The points of books never count towards an opening minimum.","A team that goes out without its books keeps only its exact cuts (assumed), and pays for what its partner holds.","Equal totals are a tie (assumed)."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":40,"passed":"none","starts":"first_cutter","swipe":false,"take":{"cards":7,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["tables.0.jokers","stock.round","going_out.penalty"],"reported":[]},"schema":1,"slug":"partnership","stock":{"round":"scored","runs_out":"round_ends"},"summary":"Four players in two partnerships, four rounds, exact cuts, and a severe penalty for going out too soon.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.628+00:00');
INSERT INTO "entry" VALUES(71,'148af363c19698329a994a4944198fdf:table.choices',2,0,'table','choices','{}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.628+00:00');
INSERT INTO "entry" VALUES(72,'148af363c19698329a994a4944198fdf:table.shape',2,0,'table','shape','{"players":4,"teams":2}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.628+00:00');
INSERT INTO "entry" VALUES(73,'148af363c19698329a994a4944198fdf:table.decks',2,0,'table','decks','{"as":"count","n":5}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.628+00:00');
INSERT INTO "entry" VALUES(74,'148af363c19698329a994a4944198fdf:table.engine',2,0,'table','engine','"0.1.0"',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.628+00:00');
INSERT INTO "entry" VALUES(75,'148af363c19698329a994a4944198fdf:seat1.player',2,0,'seat1','player','{"id":1}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.628+00:00');
INSERT INTO "entry" VALUES(76,'148af363c19698329a994a4944198fdf:seat2.player',2,0,'seat2','player','{"id":2}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.628+00:00');
INSERT INTO "entry" VALUES(77,'148af363c19698329a994a4944198fdf:seat3.player',2,0,'seat3','player','{"id":3}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.628+00:00');
INSERT INTO "entry" VALUES(78,'148af363c19698329a994a4944198fdf:seat4.player',2,0,'seat4','player','{"id":4}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.628+00:00');
INSERT INTO "entry" VALUES(79,'29f77d273c1262ae6fc173489d12a8b0:seat1.red_threes_held',2,1,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.789+00:00');
INSERT INTO "entry" VALUES(80,'29f77d273c1262ae6fc173489d12a8b0:seat3.red_threes_held',2,1,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.789+00:00');
INSERT INTO "entry" VALUES(81,'29f77d273c1262ae6fc173489d12a8b0:team2.clean',2,1,'team2','clean','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.789+00:00');
INSERT INTO "entry" VALUES(82,'29f77d273c1262ae6fc173489d12a8b0:team2.dirty',2,1,'team2','dirty','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.789+00:00');
INSERT INTO "entry" VALUES(83,'29f77d273c1262ae6fc173489d12a8b0:seat2.red_threes_held',2,1,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.789+00:00');
INSERT INTO "entry" VALUES(84,'29f77d273c1262ae6fc173489d12a8b0:seat4.red_threes_held',2,1,'seat4','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.789+00:00');
INSERT INTO "entry" VALUES(85,'29f77d273c1262ae6fc173489d12a8b0:table.ended',2,1,'table','ended','{"as":"out","seat":1}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.789+00:00');
INSERT INTO "entry" VALUES(86,'29f77d273c1262ae6fc173489d12a8b0:team1.melded',2,1,'team1','melded','{"as":"points","typed":"960"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.789+00:00');
INSERT INTO "entry" VALUES(87,'29f77d273c1262ae6fc173489d12a8b0:team1.clean',2,1,'team1','clean','{"as":"count","n":4}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.789+00:00');
INSERT INTO "entry" VALUES(88,'29f77d273c1262ae6fc173489d12a8b0:team1.dirty',2,1,'team1','dirty','{"as":"count","n":5}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.789+00:00');
INSERT INTO "entry" VALUES(89,'29f77d273c1262ae6fc173489d12a8b0:seat3.left',2,1,'seat3','left','{"as":"points","typed":"0"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.789+00:00');
INSERT INTO "entry" VALUES(90,'29f77d273c1262ae6fc173489d12a8b0:team2.melded',2,1,'team2','melded','{"as":"points","typed":"205"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.789+00:00');
INSERT INTO "entry" VALUES(91,'29f77d273c1262ae6fc173489d12a8b0:seat2.left',2,1,'seat2','left','{"as":"points","typed":"35"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.789+00:00');
INSERT INTO "entry" VALUES(92,'29f77d273c1262ae6fc173489d12a8b0:seat4.left',2,1,'seat4','left','{"as":"points","typed":"0"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.789+00:00');
INSERT INTO "entry" VALUES(93,'29f77d273c1262ae6fc173489d12a8b0:table.finished',2,1,'table','finished','{"yes":true}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.789+00:00');
INSERT INTO "entry" VALUES(94,'93d1545c878ea4620ed6a40f262d329b:seat1.red_threes_held',2,2,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.862+00:00');
INSERT INTO "entry" VALUES(95,'93d1545c878ea4620ed6a40f262d329b:seat3.red_threes_held',2,2,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.862+00:00');
INSERT INTO "entry" VALUES(96,'93d1545c878ea4620ed6a40f262d329b:team2.clean',2,2,'team2','clean','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.862+00:00');
INSERT INTO "entry" VALUES(97,'93d1545c878ea4620ed6a40f262d329b:team2.dirty',2,2,'team2','dirty','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.862+00:00');
INSERT INTO "entry" VALUES(98,'93d1545c878ea4620ed6a40f262d329b:seat2.red_threes_held',2,2,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.862+00:00');
INSERT INTO "entry" VALUES(99,'93d1545c878ea4620ed6a40f262d329b:seat4.red_threes_held',2,2,'seat4','red_threes_held','{"as":"count","n":0}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.862+00:00');
INSERT INTO "entry" VALUES(100,'93d1545c878ea4620ed6a40f262d329b:table.ended',2,2,'table','ended','{"as":"out","seat":1}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.862+00:00');
INSERT INTO "entry" VALUES(101,'93d1545c878ea4620ed6a40f262d329b:team1.melded',2,2,'team1','melded','{"as":"points","typed":"975"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.862+00:00');
INSERT INTO "entry" VALUES(102,'93d1545c878ea4620ed6a40f262d329b:team1.clean',2,2,'team1','clean','{"as":"count","n":4}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.862+00:00');
INSERT INTO "entry" VALUES(103,'93d1545c878ea4620ed6a40f262d329b:team1.dirty',2,2,'team1','dirty','{"as":"count","n":5}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.862+00:00');
INSERT INTO "entry" VALUES(104,'93d1545c878ea4620ed6a40f262d329b:seat3.left',2,2,'seat3','left','{"as":"points","typed":"0"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.862+00:00');
INSERT INTO "entry" VALUES(105,'93d1545c878ea4620ed6a40f262d329b:team2.melded',2,2,'team2','melded','{"as":"points","typed":"410"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.862+00:00');
INSERT INTO "entry" VALUES(106,'93d1545c878ea4620ed6a40f262d329b:seat2.left',2,2,'seat2','left','{"as":"points","typed":"35"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.862+00:00');
INSERT INTO "entry" VALUES(107,'93d1545c878ea4620ed6a40f262d329b:seat4.left',2,2,'seat4','left','{"as":"points","typed":"0"}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.862+00:00');
INSERT INTO "entry" VALUES(108,'93d1545c878ea4620ed6a40f262d329b:table.finished',2,2,'table','finished','{"yes":true}',NULL,'applied','f6ece69f.0','2026-11-23T02:28:30.862+00:00');
CREATE TABLE game (
            id INTEGER PRIMARY KEY CHECK (id > 0),
            key TEXT NOT NULL UNIQUE,
            created_at TEXT NOT NULL
        ) STRICT;
INSERT INTO "game" VALUES(1,'dbe312abadabf9c927dddce97963894f','2026-11-23T02:28:29.416+00:00');
INSERT INTO "game" VALUES(2,'148af363c19698329a994a4944198fdf','2026-11-23T02:28:30.628+00:00');
CREATE TABLE league_badge (
        who TEXT NOT NULL,
        code TEXT NOT NULL,
        ord INTEGER NOT NULL,
        PRIMARY KEY (who, code, ord)) STRICT, WITHOUT ROWID;
CREATE TABLE league_feat (
        kind INTEGER NOT NULL,
        code TEXT NOT NULL,
        year TEXT NOT NULL,
        value INTEGER NOT NULL,
        ord INTEGER NOT NULL,
        at INTEGER NOT NULL,
        round INTEGER NOT NULL,
        people TEXT NOT NULL,
        PRIMARY KEY (kind, code, year, value DESC, ord, at)) STRICT, WITHOUT ROWID;
CREATE TABLE league_game (
        ord INTEGER PRIMARY KEY,
        game INTEGER NOT NULL UNIQUE REFERENCES game (id),
        day TEXT NOT NULL,
        kind INTEGER NOT NULL,
        rounds INTEGER NOT NULL,
        club TEXT NOT NULL,
        sides TEXT NOT NULL) STRICT;
CREATE TABLE league_kind (
        id INTEGER PRIMARY KEY,
        slug TEXT NOT NULL,
        name TEXT NOT NULL,
        players INTEGER NOT NULL,
        teams INTEGER NOT NULL,
        decks INTEGER NOT NULL) STRICT;
CREATE TABLE league_meeting (
        one TEXT NOT NULL,
        other TEXT NOT NULL,
        together INTEGER NOT NULL,
        ord INTEGER NOT NULL,
        share INTEGER NOT NULL,
        run INTEGER NOT NULL,
        PRIMARY KEY (one, other, together, ord)) STRICT, WITHOUT ROWID;
CREATE TABLE league_pair (
        who TEXT NOT NULL,
        together INTEGER NOT NULL,
        other TEXT NOT NULL,
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        ties INTEGER NOT NULL,
        share INTEGER NOT NULL,
        PRIMARY KEY (who, together, other)) STRICT, WITHOUT ROWID;
CREATE TABLE league_played (
        who TEXT NOT NULL,
        ord INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        team INTEGER,
        run INTEGER NOT NULL,
        games INTEGER NOT NULL, wins INTEGER NOT NULL, ties INTEGER NOT NULL, share INTEGER NOT NULL, rounds INTEGER NOT NULL, points INTEGER NOT NULL, luck INTEGER NOT NULL, went_out INTEGER NOT NULL, exact_cuts INTEGER NOT NULL, red_threes INTEGER NOT NULL, severe INTEGER NOT NULL, opened_first INTEGER NOT NULL, books INTEGER NOT NULL, clean INTEGER NOT NULL,
        PRIMARY KEY (who, ord)) STRICT, WITHOUT ROWID;
CREATE TABLE league_rating (
        who TEXT NOT NULL,
        ord INTEGER NOT NULL,
        mean REAL NOT NULL,
        deviation REAL NOT NULL,
        PRIMARY KEY (who, ord)) STRICT, WITHOUT ROWID;
CREATE TABLE league_stale (game INTEGER PRIMARY KEY REFERENCES game (id)) STRICT;
CREATE TABLE league_state (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        seq INTEGER NOT NULL,
        reading INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        unrated INTEGER) STRICT;
INSERT INTO "league_state" VALUES(1,0,0,0,NULL);
CREATE TABLE league_streak (
        who TEXT PRIMARY KEY,
        partners INTEGER NOT NULL,
        run INTEGER NOT NULL,
        ord INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE league_tally (
        size INTEGER NOT NULL,
        span INTEGER NOT NULL,
        start TEXT NOT NULL,
        kind INTEGER NOT NULL,
        who TEXT NOT NULL,
        games INTEGER NOT NULL, wins INTEGER NOT NULL, ties INTEGER NOT NULL, share INTEGER NOT NULL, rounds INTEGER NOT NULL, points INTEGER NOT NULL, luck INTEGER NOT NULL, went_out INTEGER NOT NULL, exact_cuts INTEGER NOT NULL, red_threes INTEGER NOT NULL, severe INTEGER NOT NULL, opened_first INTEGER NOT NULL, books INTEGER NOT NULL, clean INTEGER NOT NULL,
        PRIMARY KEY (size, span, start, kind, who)) STRICT, WITHOUT ROWID;
CREATE TABLE people_version (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            version INTEGER NOT NULL
        ) STRICT;
INSERT INTO "people_version" VALUES(1,4);
CREATE TABLE player (
            id INTEGER PRIMARY KEY CHECK (id > 0),
            key TEXT UNIQUE,
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            created_at TEXT NOT NULL
        , colour INTEGER CHECK (colour BETWEEN 1 AND 8), guest INTEGER NOT NULL DEFAULT 0 CHECK (guest IN (0, 1)), retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1)), merged_into INTEGER REFERENCES player (id) CHECK (merged_into <> id), joined INTEGER REFERENCES player (id) CHECK (joined <> id), renamed INTEGER NOT NULL DEFAULT 0 CHECK (renamed IN (0, 1)), forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1))) STRICT;
INSERT INTO "player" VALUES(1,'dbe312abadabf9c927dddce97963894f:seat1','Ann','ann','2026-11-23T02:28:29.359+00:00',NULL,0,0,NULL,NULL,0,0);
INSERT INTO "player" VALUES(2,'dbe312abadabf9c927dddce97963894f:seat2','Bob','bob','2026-11-23T02:28:29.362+00:00',NULL,0,0,NULL,NULL,0,0);
INSERT INTO "player" VALUES(3,'dbe312abadabf9c927dddce97963894f:seat3','Carla','carla','2026-11-23T02:28:29.375+00:00',NULL,0,0,NULL,NULL,0,0);
INSERT INTO "player" VALUES(4,'dbe312abadabf9c927dddce97963894f:seat4','Dora','dora','2026-11-23T02:28:29.377+00:00',NULL,0,0,NULL,NULL,0,0);
CREATE TABLE season (
            id INTEGER PRIMARY KEY CHECK (id > 0),
            key TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            first_day TEXT NOT NULL,
            last_day TEXT CHECK (last_day >= first_day),
            figure TEXT NOT NULL,
            least INTEGER NOT NULL CHECK (least BETWEEN 1 AND 999),
            removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
            created_at TEXT NOT NULL
        ) STRICT;
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
CREATE INDEX player_merged ON player (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX cell_player ON cell (json_extract(value, '$.id'), game)
        WHERE +field = 'player';
CREATE INDEX league_played_run ON league_played (who, run DESC, ord);
CREATE INDEX league_streak_longest ON league_streak (partners, run DESC, ord);
CREATE INDEX league_tally_who ON league_tally (who, span);
CREATE INDEX league_game_kind ON league_game (kind, ord);
CREATE INDEX league_meeting_run ON league_meeting (one, other, together, run);
CREATE INDEX league_played_ord ON league_played (ord);
CREATE INDEX league_meeting_ord ON league_meeting (ord);
CREATE INDEX league_rating_ord ON league_rating (ord);
CREATE INDEX league_feat_ord ON league_feat (ord);
CREATE INDEX league_badge_ord ON league_badge (ord);
CREATE INDEX entry_conflict ON entry (game) WHERE +status = 'conflict';
COMMIT;
