PRAGMA application_id = 1396920388;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'scorepad','games','2026-11-22 01:52:34.285973+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'scorepad','entries','2026-11-22 01:52:34.286814+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'scorepad','cells','2026-11-22 01:52:34.287253+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'scorepad','players','2026-11-22 01:52:34.287745+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'scorepad','people','2026-11-22 01:52:34.299796+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'scorepad','results','2026-11-22 01:52:34.310502+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'scorepad','seasons','2026-11-22 01:52:34.311047+00:00');
INSERT INTO "_sqlite_migrations" VALUES(8,'scorepad','conflicts','2026-11-22 01:52:34.311481+00:00');
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
INSERT INTO "cell" VALUES(1,0,'table','binned','null',81);
INSERT INTO "cell" VALUES(1,0,'table','choices','{}',2);
INSERT INTO "cell" VALUES(1,0,'table','decks','{"as":"count","n":5}',4);
INSERT INTO "cell" VALUES(1,0,'table','engine','"0.1.0"',5);
INSERT INTO "cell" VALUES(1,0,'table','rules','{"bonuses":[{"cases":[{"players":[],"points":100,"rounds":[]}],"code":"exact_cut","grade_of":"cut","kind":"cut","many":"Exact cuts of 22","most":1,"one":"Exact cut of 22","per":"player"}],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[],"combinations":[],"document":"Rules of 4 hand, Hand Foot Canasta","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"if_you_like","partner_in_foot":false,"penalty":-500,"wild_discard":true,"without_books":"severe_penalty"},"melds":{"beyond_book":"naturals","black_threes":"never","book_most_wilds":"any","book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"pair_and_one","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Partnership Hand & Foot","notes":["Wild cards may never be added to a closed book.","You may not play on the other team''s books.","A pile topped by a wild card or a three cannot be taken.","The points of books never count towards an opening minimum.","A team that goes out without its books keeps only its exact cuts (assumed), and pays for what its partner holds.","Equal totals are a tie (assumed)."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":40,"passed":"none","starts":"first_cutter","swipe":false,"take":{"cards":7,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["tables.0.jokers","stock.round","going_out.penalty"],"reported":[]},"schema":1,"slug":"partnership","stock":{"round":"scored","runs_out":"round_ends"},"summary":"Four players in two partnerships, four rounds, exact cuts, and a severe penalty for going out too soon.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',1);
INSERT INTO "cell" VALUES(1,0,'table','shape','{"players":4,"teams":2}',3);
INSERT INTO "cell" VALUES(1,1,'seat1','exact_cut','null',17);
INSERT INTO "cell" VALUES(1,1,'seat1','red_threes_held','{"as":"count","n":0}',39);
INSERT INTO "cell" VALUES(1,1,'seat2','left','{"as":"points","typed":"0"}',51);
INSERT INTO "cell" VALUES(1,1,'seat2','red_threes_held','{"as":"count","n":0}',41);
INSERT INTO "cell" VALUES(1,1,'seat3','left','{"as":"points","typed":"0"}',47);
INSERT INTO "cell" VALUES(1,1,'seat3','red_threes_held','{"as":"count","n":0}',40);
INSERT INTO "cell" VALUES(1,1,'seat4','left','{"as":"points","typed":"0"}',52);
INSERT INTO "cell" VALUES(1,1,'seat4','red_threes_held','{"as":"count","n":0}',42);
INSERT INTO "cell" VALUES(1,1,'table','ended','{"as":"out","seat":1}',43);
INSERT INTO "cell" VALUES(1,1,'table','finished','{"yes":true}',53);
INSERT INTO "cell" VALUES(1,1,'table','starter','{"seat":2}',37);
INSERT INTO "cell" VALUES(1,1,'team1','adjustment1','{"reason":"Peeked","typed":"−60"}',34);
INSERT INTO "cell" VALUES(1,1,'team1','checked','{"by":1}',38);
INSERT INTO "cell" VALUES(1,1,'team1','clean','{"as":"count","n":4}',45);
INSERT INTO "cell" VALUES(1,1,'team1','dirty','{"as":"count","n":5}',46);
INSERT INTO "cell" VALUES(1,1,'team1','melded','{"as":"points","typed":"905+45"}',54);
INSERT INTO "cell" VALUES(1,1,'team1','opened','{"yes":true}',15);
INSERT INTO "cell" VALUES(1,1,'team2','clean','{"as":"count","n":0}',49);
INSERT INTO "cell" VALUES(1,1,'team2','dirty','{"as":"count","n":0}',50);
INSERT INTO "cell" VALUES(1,1,'team2','melded','{"as":"points","typed":"0"}',48);
INSERT INTO "cell" VALUES(1,2,'seat1','left','{"as":"points","typed":"120"}',62);
INSERT INTO "cell" VALUES(1,2,'seat1','red_threes_held','{"as":"count","n":0}',56);
INSERT INTO "cell" VALUES(1,2,'seat2','exact_cut','{"as":"count","n":1}',68);
INSERT INTO "cell" VALUES(1,2,'seat2','red_threes_held','{"as":"count","n":0}',57);
INSERT INTO "cell" VALUES(1,2,'seat3','left','{"as":"points","typed":"45"}',63);
INSERT INTO "cell" VALUES(1,2,'seat3','red_threes_held','{"as":"count","n":2}',64);
INSERT INTO "cell" VALUES(1,2,'seat4','left','{"as":"points","typed":"0"}',69);
INSERT INTO "cell" VALUES(1,2,'seat4','red_threes_held','{"as":"count","n":0}',58);
INSERT INTO "cell" VALUES(1,2,'table','ended','{"as":"out","seat":2}',59);
INSERT INTO "cell" VALUES(1,2,'table','finished','{"yes":true}',70);
INSERT INTO "cell" VALUES(1,2,'team1','clean','{"as":"count","n":1}',61);
INSERT INTO "cell" VALUES(1,2,'team1','dirty','{"as":"count","n":0}',55);
INSERT INTO "cell" VALUES(1,2,'team1','melded','{"as":"points","typed":"235"}',60);
INSERT INTO "cell" VALUES(1,2,'team2','clean','{"as":"count","n":1}',66);
INSERT INTO "cell" VALUES(1,2,'team2','dirty','{"as":"count","n":3}',67);
INSERT INTO "cell" VALUES(1,2,'team2','melded','{"as":"points","typed":"400+55"}',65);
INSERT INTO "cell" VALUES(1,3,'seat1','leave','null',75);
INSERT INTO "cell" VALUES(1,3,'seat2','left','null',77);
INSERT INTO "cell" VALUES(1,3,'team1','melded','null',78);
INSERT INTO "cell" VALUES(1,3,'team2','clean','{"as":"tally","n":1}',344);
INSERT INTO "cell" VALUES(2,0,'seat1','player','{"id":5}',87);
INSERT INTO "cell" VALUES(2,0,'seat2','player','{"id":6}',88);
INSERT INTO "cell" VALUES(2,0,'seat3','player','{"id":7}',89);
INSERT INTO "cell" VALUES(2,0,'seat4','player','{"id":8}',90);
INSERT INTO "cell" VALUES(2,0,'table','choices','{"black_threes":"discard","bolivias":"off","books":"full","cards":"11","finished_books":"any-time","pickup":"6","sambas":"off","swipe":"off"}',83);
INSERT INTO "cell" VALUES(2,0,'table','decks','{"as":"count","n":5}',85);
INSERT INTO "cell" VALUES(2,0,'table','engine','"0.1.0"',86);
INSERT INTO "cell" VALUES(2,0,'table','paper','{"as":"count","n":3}',91);
INSERT INTO "cell" VALUES(2,0,'table','rules','{"bonuses":[],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[{"key":"books","label":"Books needed to go out","options":[{"add":{},"assumed":[],"label":"Full: 4 red and 5 black, for two players 3 and 4","reported":[],"set":{},"value":"full"},{"add":{},"assumed":[],"label":"Short: 1 red and 1 black","reported":[],"set":{"going_out.cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}]},"value":"short"}],"players":[]},{"key":"cards","label":"Cards in the hand and in the foot","options":[{"add":{},"assumed":[],"label":"11 and 11","reported":[],"set":{},"value":"11"},{"add":{},"assumed":[],"label":"13 and 13","reported":[],"set":{"tables.0.foot":13,"tables.0.hand":13},"value":"13"}],"players":[4]},{"key":"pickup","label":"Cards taken from the pile","options":[{"add":{},"assumed":[],"label":"The top card and the next five","reported":[],"set":{},"value":"6"},{"add":{},"assumed":[],"label":"The top card and the next six","reported":[],"set":{"play.take.cards":7},"value":"7"}],"players":[]},{"key":"finished_books","label":"Adding to finished books","options":[{"add":{},"assumed":[],"label":"At any time","reported":[],"set":{},"value":"any-time"},{"add":{},"assumed":[],"label":"Only when going out","reported":[],"set":{"melds.beyond_book":"going_out"},"value":"going-out"}],"players":[]},{"key":"black_threes","label":"Black threes","options":[{"add":{},"assumed":[],"label":"Only discarded","reported":[],"set":{},"value":"discard"},{"add":{},"assumed":["threes.black.laid.pays"],"label":"Three or more may be melded when going out, without wild cards and never as a book","reported":[],"set":{"melds.black_threes":"going_out","threes.black.laid.counted":"with_cards","threes.black.laid.pays":[{"from":1,"per":"card","points":5}]},"value":"meld"}],"players":[]},{"key":"swipe","label":"Swipe cards","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{},"assumed":[],"label":"On: a finished book steals cards from the other team; cards count where they lie","reported":[],"set":{"play.swipe":true},"value":"on"}],"players":[]},{"key":"bolivias","label":"Books of wild cards","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{"books":[{"begun":"any_time","cards":7,"code":"bolivia","counts_for":[],"made_of":"wilds","many":"Bolivias","most":"any","one":"Bolivia","points":1500,"ranks":[],"unfinished":0}]},"assumed":["books.bolivia.points","books.bolivia.unfinished","books.bolivia.most","books.bolivia.counts_for","books.bolivia.begun"],"label":"On: a bolivia is seven wild cards","reported":[],"set":{"melds.wild_melds":true},"value":"on"}],"players":[]},{"key":"sambas","label":"Books in sequence","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{"books":[{"begun":"any_time","cards":7,"code":"samba","counts_for":[],"made_of":"sequence","many":"Sambas","most":"any","one":"Samba","points":1500,"ranks":[],"unfinished":0}]},"assumed":["books.samba.unfinished","books.samba.most","books.samba.counts_for","books.samba.begun"],"label":"On: a samba is seven cards of one suit in sequence, without threes and wild cards","reported":["books.samba.cards","books.samba.points"],"set":{"melds.sequences":true},"value":"on"}],"players":[]}],"combinations":[],"document":"Hand & Foot Friends & Family Edition","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":4,"dirty":5},"players":[4],"points":100,"rounds":[]},{"concealed":"either","needs":{"clean":3,"dirty":4},"players":[2],"points":100,"rounds":[]}],"extra_books":"after_needs","last_card":"discard","leave":"courtesy","partner_in_foot":false,"penalty":0,"wild_discard":false,"without_books":"forbidden"},"melds":{"beyond_book":"any_time","black_threes":"never","book_most_wilds":3,"book_wilds":"fewer_than_naturals","books_of_one_rank":1,"most_wilds":3,"opening_most_cards":7,"opening_wilds":"as_any_meld","sequences":false,"smallest":3,"wild_melds":false,"wilds":"fewer_than_naturals"},"name":"Friends & Family","notes":["A meld begins as three naturals or as a natural pair with one wild card; more may follow at once.","A wild card may never be discarded, and no three can be taken from the pile.","A team that has a book of a rank may not begin that rank again, nor take it from the pile.","No extra book of one kind, not even one forced by the pile, before the needed number of both kinds is there.","If the pile has been turned over and nobody can play on, the round ends and is scored as usual, without a going-out bonus (assumed).","The points of books never count towards an opening minimum (assumed).","Equal totals are a tie."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":"any","passed":"none","starts":"left_of_dealer","swipe":false,"take":{"cards":6,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["tables.0.decks","tables.0.jokers","tables.1.decks","tables.1.jokers","stock.round","play.starts"],"reported":[]},"schema":1,"slug":"friends-family","stock":{"round":"scored","runs_out":"turn_pile"},"summary":"Four rounds for two teams or two players, many books needed to go out, and a last card that has to be discarded.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2},{"decks":3,"foot":15,"hand":15,"jokers":2,"knee":0,"players":2,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',82);
INSERT INTO "cell" VALUES(2,0,'table','shape','{"players":4,"teams":2}',84);
INSERT INTO "cell" VALUES(3,0,'seat1','player','{"id":1}',97);
INSERT INTO "cell" VALUES(3,0,'seat2','player','{"id":2}',98);
INSERT INTO "cell" VALUES(3,0,'seat3','player','{"id":9}',99);
INSERT INTO "cell" VALUES(3,0,'seat4','player','{"id":10}',100);
INSERT INTO "cell" VALUES(3,0,'table','choices','{"black_threes":"discard","bolivias":"off","books":"short","cards":"11","finished_books":"any-time","pickup":"6","sambas":"off","swipe":"off"}',93);
INSERT INTO "cell" VALUES(3,0,'table','decks','{"as":"count","n":5}',95);
INSERT INTO "cell" VALUES(3,0,'table','engine','"0.1.0"',96);
INSERT INTO "cell" VALUES(3,0,'table','paper','{"as":"count","n":2}',103);
INSERT INTO "cell" VALUES(3,0,'table','rules','{"bonuses":[],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[{"key":"books","label":"Books needed to go out","options":[{"add":{},"assumed":[],"label":"Full: 4 red and 5 black, for two players 3 and 4","reported":[],"set":{},"value":"full"},{"add":{},"assumed":[],"label":"Short: 1 red and 1 black","reported":[],"set":{"going_out.cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}]},"value":"short"}],"players":[]},{"key":"cards","label":"Cards in the hand and in the foot","options":[{"add":{},"assumed":[],"label":"11 and 11","reported":[],"set":{},"value":"11"},{"add":{},"assumed":[],"label":"13 and 13","reported":[],"set":{"tables.0.foot":13,"tables.0.hand":13},"value":"13"}],"players":[4]},{"key":"pickup","label":"Cards taken from the pile","options":[{"add":{},"assumed":[],"label":"The top card and the next five","reported":[],"set":{},"value":"6"},{"add":{},"assumed":[],"label":"The top card and the next six","reported":[],"set":{"play.take.cards":7},"value":"7"}],"players":[]},{"key":"finished_books","label":"Adding to finished books","options":[{"add":{},"assumed":[],"label":"At any time","reported":[],"set":{},"value":"any-time"},{"add":{},"assumed":[],"label":"Only when going out","reported":[],"set":{"melds.beyond_book":"going_out"},"value":"going-out"}],"players":[]},{"key":"black_threes","label":"Black threes","options":[{"add":{},"assumed":[],"label":"Only discarded","reported":[],"set":{},"value":"discard"},{"add":{},"assumed":["threes.black.laid.pays"],"label":"Three or more may be melded when going out, without wild cards and never as a book","reported":[],"set":{"melds.black_threes":"going_out","threes.black.laid.counted":"with_cards","threes.black.laid.pays":[{"from":1,"per":"card","points":5}]},"value":"meld"}],"players":[]},{"key":"swipe","label":"Swipe cards","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{},"assumed":[],"label":"On: a finished book steals cards from the other team; cards count where they lie","reported":[],"set":{"play.swipe":true},"value":"on"}],"players":[]},{"key":"bolivias","label":"Books of wild cards","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{"books":[{"begun":"any_time","cards":7,"code":"bolivia","counts_for":[],"made_of":"wilds","many":"Bolivias","most":"any","one":"Bolivia","points":1500,"ranks":[],"unfinished":0}]},"assumed":["books.bolivia.points","books.bolivia.unfinished","books.bolivia.most","books.bolivia.counts_for","books.bolivia.begun"],"label":"On: a bolivia is seven wild cards","reported":[],"set":{"melds.wild_melds":true},"value":"on"}],"players":[]},{"key":"sambas","label":"Books in sequence","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{"books":[{"begun":"any_time","cards":7,"code":"samba","counts_for":[],"made_of":"sequence","many":"Sambas","most":"any","one":"Samba","points":1500,"ranks":[],"unfinished":0}]},"assumed":["books.samba.unfinished","books.samba.most","books.samba.counts_for","books.samba.begun"],"label":"On: a samba is seven cards of one suit in sequence, without threes and wild cards","reported":["books.samba.cards","books.samba.points"],"set":{"melds.sequences":true},"value":"on"}],"players":[]}],"combinations":[],"document":"Hand & Foot Friends & Family Edition","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":4,"dirty":5},"players":[4],"points":100,"rounds":[]},{"concealed":"either","needs":{"clean":3,"dirty":4},"players":[2],"points":100,"rounds":[]}],"extra_books":"after_needs","last_card":"discard","leave":"courtesy","partner_in_foot":false,"penalty":0,"wild_discard":false,"without_books":"forbidden"},"melds":{"beyond_book":"any_time","black_threes":"never","book_most_wilds":3,"book_wilds":"fewer_than_naturals","books_of_one_rank":1,"most_wilds":3,"opening_most_cards":7,"opening_wilds":"as_any_meld","sequences":false,"smallest":3,"wild_melds":false,"wilds":"fewer_than_naturals"},"name":"Friends & Family","notes":["A meld begins as three naturals or as a natural pair with one wild card; more may follow at once.","A wild card may never be discarded, and no three can be taken from the pile.","A team that has a book of a rank may not begin that rank again, nor take it from the pile.","No extra book of one kind, not even one forced by the pile, before the needed number of both kinds is there.","If the pile has been turned over and nobody can play on, the round ends and is scored as usual, without a going-out bonus (assumed).","The points of books never count towards an opening minimum (assumed).","Equal totals are a tie."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":"any","passed":"none","starts":"left_of_dealer","swipe":false,"take":{"cards":6,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["tables.0.decks","tables.0.jokers","tables.1.decks","tables.1.jokers","stock.round","play.starts"],"reported":[]},"schema":1,"slug":"friends-family","stock":{"round":"scored","runs_out":"turn_pile"},"summary":"Four rounds for two teams or two players, many books needed to go out, and a last card that has to be discarded.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2},{"decks":3,"foot":15,"hand":15,"jokers":2,"knee":0,"players":2,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',92);
INSERT INTO "cell" VALUES(3,0,'table','shape','{"players":4,"teams":2}',94);
INSERT INTO "cell" VALUES(3,0,'team1','brought','{"reason":"","typed":"1200+35"}',101);
INSERT INTO "cell" VALUES(3,0,'team2','brought','{"reason":"","typed":"-400"}',102);
INSERT INTO "cell" VALUES(3,3,'seat1','left','{"as":"points","typed":"40"}',113);
INSERT INTO "cell" VALUES(3,3,'seat1','red_threes_held','{"as":"count","n":0}',105);
INSERT INTO "cell" VALUES(3,3,'seat2','left','{"as":"points","typed":"95+20"}',117);
INSERT INTO "cell" VALUES(3,3,'seat2','red_threes_held','{"as":"count","n":0}',108);
INSERT INTO "cell" VALUES(3,3,'seat3','left','{"as":"points","typed":"0"}',114);
INSERT INTO "cell" VALUES(3,3,'seat3','red_threes_held','{"as":"count","n":0}',106);
INSERT INTO "cell" VALUES(3,3,'seat4','left','{"as":"points","typed":"15"}',118);
INSERT INTO "cell" VALUES(3,3,'seat4','red_threes_held','{"as":"count","n":1}',119);
INSERT INTO "cell" VALUES(3,3,'table','ended','{"as":"out","seat":3}',109);
INSERT INTO "cell" VALUES(3,3,'table','finished','{"yes":true}',120);
INSERT INTO "cell" VALUES(3,3,'table','starter','{"seat":3}',104);
INSERT INTO "cell" VALUES(3,3,'team1','clean','{"as":"count","n":2}',111);
INSERT INTO "cell" VALUES(3,3,'team1','dirty','{"as":"count","n":1}',112);
INSERT INTO "cell" VALUES(3,3,'team1','melded','{"as":"points","typed":"615"}',110);
INSERT INTO "cell" VALUES(3,3,'team2','clean','{"as":"count","n":1}',116);
INSERT INTO "cell" VALUES(3,3,'team2','dirty','{"as":"count","n":0}',107);
INSERT INTO "cell" VALUES(3,3,'team2','melded','{"as":"points","typed":"380"}',115);
INSERT INTO "cell" VALUES(3,4,'seat1','left','{"as":"points","typed":"5"}',132);
INSERT INTO "cell" VALUES(3,4,'seat1','red_threes_held','{"as":"count","n":0}',123);
INSERT INTO "cell" VALUES(3,4,'seat2','left','{"as":"points","typed":"10"}',135);
INSERT INTO "cell" VALUES(3,4,'seat2','red_threes_held','{"as":"count","n":0}',127);
INSERT INTO "cell" VALUES(3,4,'seat3','left','{"as":"points","typed":"15"}',133);
INSERT INTO "cell" VALUES(3,4,'seat3','red_threes_held','{"as":"count","n":0}',124);
INSERT INTO "cell" VALUES(3,4,'seat4','left','{"as":"points","typed":"200"}',136);
INSERT INTO "cell" VALUES(3,4,'seat4','red_threes_held','{"as":"count","n":0}',128);
INSERT INTO "cell" VALUES(3,4,'table','ended','{"as":"stock"}',129);
INSERT INTO "cell" VALUES(3,4,'table','finished','{"yes":true}',137);
INSERT INTO "cell" VALUES(3,4,'table','starter','{"seat":4}',121);
INSERT INTO "cell" VALUES(3,4,'team1','clean','{"as":"count","n":1}',131);
INSERT INTO "cell" VALUES(3,4,'team1','dirty','{"as":"count","n":0}',122);
INSERT INTO "cell" VALUES(3,4,'team1','melded','{"as":"points","typed":"400"}',130);
INSERT INTO "cell" VALUES(3,4,'team2','clean','{"as":"count","n":0}',125);
INSERT INTO "cell" VALUES(3,4,'team2','dirty','{"as":"count","n":0}',126);
INSERT INTO "cell" VALUES(3,4,'team2','melded','{"as":"points","typed":"0"}',134);
INSERT INTO "cell" VALUES(4,0,'seat1','player','{"id":1}',143);
INSERT INTO "cell" VALUES(4,0,'seat2','player','{"id":2}',144);
INSERT INTO "cell" VALUES(4,0,'seat3','player','{"id":9}',145);
INSERT INTO "cell" VALUES(4,0,'seat4','player','{"id":10}',146);
INSERT INTO "cell" VALUES(4,0,'table','choices','{"black_threes":"discard","bolivias":"off","books":"short","cards":"11","finished_books":"any-time","pickup":"6","sambas":"off","swipe":"off"}',139);
INSERT INTO "cell" VALUES(4,0,'table','decks','{"as":"count","n":5}',141);
INSERT INTO "cell" VALUES(4,0,'table','engine','"0.1.0"',142);
INSERT INTO "cell" VALUES(4,0,'table','rules','{"bonuses":[],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[{"key":"books","label":"Books needed to go out","options":[{"add":{},"assumed":[],"label":"Full: 4 red and 5 black, for two players 3 and 4","reported":[],"set":{},"value":"full"},{"add":{},"assumed":[],"label":"Short: 1 red and 1 black","reported":[],"set":{"going_out.cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}]},"value":"short"}],"players":[]},{"key":"cards","label":"Cards in the hand and in the foot","options":[{"add":{},"assumed":[],"label":"11 and 11","reported":[],"set":{},"value":"11"},{"add":{},"assumed":[],"label":"13 and 13","reported":[],"set":{"tables.0.foot":13,"tables.0.hand":13},"value":"13"}],"players":[4]},{"key":"pickup","label":"Cards taken from the pile","options":[{"add":{},"assumed":[],"label":"The top card and the next five","reported":[],"set":{},"value":"6"},{"add":{},"assumed":[],"label":"The top card and the next six","reported":[],"set":{"play.take.cards":7},"value":"7"}],"players":[]},{"key":"finished_books","label":"Adding to finished books","options":[{"add":{},"assumed":[],"label":"At any time","reported":[],"set":{},"value":"any-time"},{"add":{},"assumed":[],"label":"Only when going out","reported":[],"set":{"melds.beyond_book":"going_out"},"value":"going-out"}],"players":[]},{"key":"black_threes","label":"Black threes","options":[{"add":{},"assumed":[],"label":"Only discarded","reported":[],"set":{},"value":"discard"},{"add":{},"assumed":["threes.black.laid.pays"],"label":"Three or more may be melded when going out, without wild cards and never as a book","reported":[],"set":{"melds.black_threes":"going_out","threes.black.laid.counted":"with_cards","threes.black.laid.pays":[{"from":1,"per":"card","points":5}]},"value":"meld"}],"players":[]},{"key":"swipe","label":"Swipe cards","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{},"assumed":[],"label":"On: a finished book steals cards from the other team; cards count where they lie","reported":[],"set":{"play.swipe":true},"value":"on"}],"players":[]},{"key":"bolivias","label":"Books of wild cards","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{"books":[{"begun":"any_time","cards":7,"code":"bolivia","counts_for":[],"made_of":"wilds","many":"Bolivias","most":"any","one":"Bolivia","points":1500,"ranks":[],"unfinished":0}]},"assumed":["books.bolivia.points","books.bolivia.unfinished","books.bolivia.most","books.bolivia.counts_for","books.bolivia.begun"],"label":"On: a bolivia is seven wild cards","reported":[],"set":{"melds.wild_melds":true},"value":"on"}],"players":[]},{"key":"sambas","label":"Books in sequence","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{"books":[{"begun":"any_time","cards":7,"code":"samba","counts_for":[],"made_of":"sequence","many":"Sambas","most":"any","one":"Samba","points":1500,"ranks":[],"unfinished":0}]},"assumed":["books.samba.unfinished","books.samba.most","books.samba.counts_for","books.samba.begun"],"label":"On: a samba is seven cards of one suit in sequence, without threes and wild cards","reported":["books.samba.cards","books.samba.points"],"set":{"melds.sequences":true},"value":"on"}],"players":[]}],"combinations":[],"document":"Hand & Foot Friends & Family Edition","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":4,"dirty":5},"players":[4],"points":100,"rounds":[]},{"concealed":"either","needs":{"clean":3,"dirty":4},"players":[2],"points":100,"rounds":[]}],"extra_books":"after_needs","last_card":"discard","leave":"courtesy","partner_in_foot":false,"penalty":0,"wild_discard":false,"without_books":"forbidden"},"melds":{"beyond_book":"any_time","black_threes":"never","book_most_wilds":3,"book_wilds":"fewer_than_naturals","books_of_one_rank":1,"most_wilds":3,"opening_most_cards":7,"opening_wilds":"as_any_meld","sequences":false,"smallest":3,"wild_melds":false,"wilds":"fewer_than_naturals"},"name":"Friends & Family","notes":["A meld begins as three naturals or as a natural pair with one wild card; more may follow at once.","A wild card may never be discarded, and no three can be taken from the pile.","A team that has a book of a rank may not begin that rank again, nor take it from the pile.","No extra book of one kind, not even one forced by the pile, before the needed number of both kinds is there.","If the pile has been turned over and nobody can play on, the round ends and is scored as usual, without a going-out bonus (assumed).","The points of books never count towards an opening minimum (assumed).","Equal totals are a tie."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":"any","passed":"none","starts":"left_of_dealer","swipe":false,"take":{"cards":6,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["tables.0.decks","tables.0.jokers","tables.1.decks","tables.1.jokers","stock.round","play.starts"],"reported":[]},"schema":1,"slug":"friends-family","stock":{"round":"scored","runs_out":"turn_pile"},"summary":"Four rounds for two teams or two players, many books needed to go out, and a last card that has to be discarded.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2},{"decks":3,"foot":15,"hand":15,"jokers":2,"knee":0,"players":2,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',138);
INSERT INTO "cell" VALUES(4,0,'table','shape','{"players":4,"teams":2}',140);
INSERT INTO "cell" VALUES(5,0,'seat1','player','{"id":1}',152);
INSERT INTO "cell" VALUES(5,0,'seat2','player','{"id":3}',153);
INSERT INTO "cell" VALUES(5,0,'seat3','player','{"id":2}',154);
INSERT INTO "cell" VALUES(5,0,'seat4','player','{"id":4}',155);
INSERT INTO "cell" VALUES(5,0,'table','choices','{}',148);
INSERT INTO "cell" VALUES(5,0,'table','decks','{"as":"count","n":5}',150);
INSERT INTO "cell" VALUES(5,0,'table','end','{"not_before":5}',224);
INSERT INTO "cell" VALUES(5,0,'table','engine','"0.1.0"',151);
INSERT INTO "cell" VALUES(5,0,'table','rules','{"bonuses":[{"cases":[{"players":[],"points":100,"rounds":[]}],"code":"exact_cut","grade_of":"cut","kind":"cut","many":"Exact cuts of 22","most":1,"one":"Exact cut of 22","per":"player"}],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Clean books","most":"any","one":"Clean book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Dirty books","most":"any","one":"Dirty book","points":300,"ranks":[],"unfinished":0},{"begun":"opening","cards":7,"code":"aces","counts_for":["clean"],"made_of":"naturals","many":"Books of aces","most":1,"one":"Book of aces","points":1000,"ranks":["A"],"unfinished":-1000},{"begun":"opening","cards":7,"code":"sevens","counts_for":["clean"],"made_of":"naturals","many":"Books of sevens","most":1,"one":"Book of sevens","points":1000,"ranks":["7"],"unfinished":-1000}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[],"combinations":[],"document":"Newcomers of Catawba Valley – Hand and Foot Canasta","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":3,"dirty":4},"players":[],"points":500,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"binding","partner_in_foot":false,"penalty":0,"wild_discard":true,"without_books":"forbidden"},"melds":{"beyond_book":"going_out_or_last_turn","black_threes":"never","book_most_wilds":"any","book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":7,"opening_wilds":"as_any_meld","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Catawba Valley","notes":["A book of aces or sevens counts as begun in time in the team''s opening or in the partner''s own first melding turn (so read, assumed); begun later it is an ordinary clean book.","Once begun in time, a book of aces or sevens may not be made dirty.","A team whose opening falls short takes it back, and may not meld aces or sevens this round if it used them.","The first player may take all the turned-up cards with a natural pair of the top one and a good opening, or the first of them alone, or draw.","The joker is high in the cut, then two, ace and so on down; after the first round the start moves on (assumed).","In the last turn after the stock ran out nothing more is put on the pile; red threes cost the same then (assumed).","The points of books never count towards an opening minimum.","Equal totals are a tie (assumed)."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":"any","passed":"left","starts":"high_cut","swipe":false,"take":{"cards":7,"exactly":false,"needs":"natural_pair"},"turned_up":7},"provenance":{"assumed":["threes.red.laid","threes.black.laid","books.aces.begun","books.sevens.begun","melds.wilds","melds.wild_melds","melds.black_threes","going_out.leave","stock.round","end","play.starts"],"reported":[]},"schema":1,"slug":"catawba","stock":{"round":"scored","runs_out":"last_turn"},"summary":"Four rounds, exact cuts, and 1,000 points won or lost on a book of aces and a book of sevens begun in the opening.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-300}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":0}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',147);
INSERT INTO "cell" VALUES(5,0,'table','shape','{"players":4,"teams":2}',149);
INSERT INTO "cell" VALUES(5,1,'seat1','exact_cut','{"as":"count","n":1}',167);
INSERT INTO "cell" VALUES(5,1,'seat1','left','{"as":"points","typed":"0"}',166);
INSERT INTO "cell" VALUES(5,1,'seat1','red_threes_held','{"as":"count","n":0}',158);
INSERT INTO "cell" VALUES(5,1,'seat2','left','{"as":"points","typed":"100"}',172);
INSERT INTO "cell" VALUES(5,1,'seat2','red_threes_held','{"as":"count","n":0}',160);
INSERT INTO "cell" VALUES(5,1,'seat3','left','{"as":"points","typed":"150"}',168);
INSERT INTO "cell" VALUES(5,1,'seat3','red_threes_held','{"as":"count","n":0}',159);
INSERT INTO "cell" VALUES(5,1,'seat4','left','{"as":"points","typed":"45"}',173);
INSERT INTO "cell" VALUES(5,1,'seat4','red_threes_held','{"as":"count","n":1}',174);
INSERT INTO "cell" VALUES(5,1,'table','ended','{"as":"out","seat":1}',161);
INSERT INTO "cell" VALUES(5,1,'table','finished','{"yes":true}',175);
INSERT INTO "cell" VALUES(5,1,'team1','aces','{"as":"count","n":1}',156);
INSERT INTO "cell" VALUES(5,1,'team1','clean','{"as":"count","n":2}',163);
INSERT INTO "cell" VALUES(5,1,'team1','dirty','{"as":"count","n":4}',164);
INSERT INTO "cell" VALUES(5,1,'team1','melded','{"as":"points","typed":"640"}',162);
INSERT INTO "cell" VALUES(5,1,'team1','unfinished_sevens','{"as":"count","n":1}',165);
INSERT INTO "cell" VALUES(5,1,'team2','clean','{"as":"count","n":1}',170);
INSERT INTO "cell" VALUES(5,1,'team2','dirty','{"as":"count","n":2}',171);
INSERT INTO "cell" VALUES(5,1,'team2','lost_sevens','{"as":"count","n":1}',157);
INSERT INTO "cell" VALUES(5,1,'team2','melded','{"as":"points","typed":"305"}',169);
INSERT INTO "cell" VALUES(5,2,'seat1','left','{"as":"points","typed":"25"}',185);
INSERT INTO "cell" VALUES(5,2,'seat1','red_threes_held','{"as":"count","n":0}',177);
INSERT INTO "cell" VALUES(5,2,'seat2','left','{"as":"points","typed":"0"}',189);
INSERT INTO "cell" VALUES(5,2,'seat2','red_threes_held','{"as":"count","n":0}',180);
INSERT INTO "cell" VALUES(5,2,'seat3','left','{"as":"points","typed":"0"}',186);
INSERT INTO "cell" VALUES(5,2,'seat3','red_threes_held','{"as":"count","n":0}',178);
INSERT INTO "cell" VALUES(5,2,'seat4','left','{"as":"points","typed":"30"}',190);
INSERT INTO "cell" VALUES(5,2,'seat4','red_threes_held','{"as":"count","n":0}',181);
INSERT INTO "cell" VALUES(5,2,'table','ended','{"as":"stock"}',182);
INSERT INTO "cell" VALUES(5,2,'table','finished','{"yes":true}',191);
INSERT INTO "cell" VALUES(5,2,'team1','clean','{"as":"count","n":2}',184);
INSERT INTO "cell" VALUES(5,2,'team1','dirty','{"as":"count","n":0}',176);
INSERT INTO "cell" VALUES(5,2,'team1','melded','{"as":"points","typed":"500"}',183);
INSERT INTO "cell" VALUES(5,2,'team2','clean','{"as":"count","n":0}',179);
INSERT INTO "cell" VALUES(5,2,'team2','dirty','{"as":"count","n":3}',188);
INSERT INTO "cell" VALUES(5,2,'team2','melded','{"as":"points","typed":"410"}',187);
INSERT INTO "cell" VALUES(5,3,'seat1','left','{"as":"points","typed":"25"}',201);
INSERT INTO "cell" VALUES(5,3,'seat1','red_threes_held','{"as":"count","n":0}',193);
INSERT INTO "cell" VALUES(5,3,'seat2','left','{"as":"points","typed":"0"}',205);
INSERT INTO "cell" VALUES(5,3,'seat2','red_threes_held','{"as":"count","n":0}',196);
INSERT INTO "cell" VALUES(5,3,'seat3','left','{"as":"points","typed":"0"}',202);
INSERT INTO "cell" VALUES(5,3,'seat3','red_threes_held','{"as":"count","n":0}',194);
INSERT INTO "cell" VALUES(5,3,'seat4','left','{"as":"points","typed":"30"}',206);
INSERT INTO "cell" VALUES(5,3,'seat4','red_threes_held','{"as":"count","n":0}',197);
INSERT INTO "cell" VALUES(5,3,'table','ended','{"as":"stock"}',198);
INSERT INTO "cell" VALUES(5,3,'table','finished','{"yes":true}',207);
INSERT INTO "cell" VALUES(5,3,'team1','clean','{"as":"count","n":3}',200);
INSERT INTO "cell" VALUES(5,3,'team1','dirty','{"as":"count","n":0}',192);
INSERT INTO "cell" VALUES(5,3,'team1','melded','{"as":"points","typed":"500"}',199);
INSERT INTO "cell" VALUES(5,3,'team2','clean','{"as":"count","n":0}',195);
INSERT INTO "cell" VALUES(5,3,'team2','dirty','{"as":"count","n":3}',204);
INSERT INTO "cell" VALUES(5,3,'team2','melded','{"as":"points","typed":"410"}',203);
INSERT INTO "cell" VALUES(5,4,'seat1','left','{"as":"points","typed":"25"}',217);
INSERT INTO "cell" VALUES(5,4,'seat1','red_threes_held','{"as":"count","n":0}',209);
INSERT INTO "cell" VALUES(5,4,'seat2','left','{"as":"points","typed":"0"}',221);
INSERT INTO "cell" VALUES(5,4,'seat2','red_threes_held','{"as":"count","n":0}',212);
INSERT INTO "cell" VALUES(5,4,'seat3','left','{"as":"points","typed":"0"}',218);
INSERT INTO "cell" VALUES(5,4,'seat3','red_threes_held','{"as":"count","n":0}',210);
INSERT INTO "cell" VALUES(5,4,'seat4','left','{"as":"points","typed":"30"}',222);
INSERT INTO "cell" VALUES(5,4,'seat4','red_threes_held','{"as":"count","n":0}',213);
INSERT INTO "cell" VALUES(5,4,'table','ended','{"as":"stock"}',214);
INSERT INTO "cell" VALUES(5,4,'table','finished','{"yes":true}',223);
INSERT INTO "cell" VALUES(5,4,'team1','clean','{"as":"count","n":4}',216);
INSERT INTO "cell" VALUES(5,4,'team1','dirty','{"as":"count","n":0}',208);
INSERT INTO "cell" VALUES(5,4,'team1','melded','{"as":"points","typed":"555"}',225);
INSERT INTO "cell" VALUES(5,4,'team2','clean','{"as":"count","n":0}',211);
INSERT INTO "cell" VALUES(5,4,'team2','dirty','{"as":"count","n":3}',220);
INSERT INTO "cell" VALUES(5,4,'team2','melded','{"as":"points","typed":"410"}',219);
INSERT INTO "cell" VALUES(6,0,'seat1','player','{"id":1}',231);
INSERT INTO "cell" VALUES(6,0,'seat2','player','{"id":2}',232);
INSERT INTO "cell" VALUES(6,0,'seat3','player','{"id":3}',233);
INSERT INTO "cell" VALUES(6,0,'seat4','player','{"id":4}',234);
INSERT INTO "cell" VALUES(6,0,'table','choices','{"length":"time"}',227);
INSERT INTO "cell" VALUES(6,0,'table','decks','{"as":"count","n":4}',229);
INSERT INTO "cell" VALUES(6,0,'table','end','{"over_after":1}',252);
INSERT INTO "cell" VALUES(6,0,'table','engine','"0.1.0"',230);
INSERT INTO "cell" VALUES(6,0,'table','rules','{"bonuses":[{"cases":[{"players":[],"points":100,"rounds":[]}],"code":"exact_deal","grade_of":"deal","kind":"deal","many":"Exact deals","most":1,"one":"Exact deal","per":"player"}],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Clean books","most":"any","one":"Clean book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Dirty books","most":"any","one":"Dirty book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":5,"9":5,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[{"key":"length","label":"How long the game lasts","options":[{"add":{},"assumed":[],"label":"Three rounds","reported":[],"set":{},"value":"rounds"},{"add":{},"assumed":[],"label":"What 90 minutes hold","reported":[],"set":{"end.by":"time","end.minutes":90,"end.rounds":"none"},"value":"time"}],"players":[]}],"combinations":[],"document":"Good Sam clubs, Florida","end":{"by":"rounds","minutes":"none","rounds":3,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":2,"dirty":2},"players":[],"points":100,"rounds":[]}],"extra_books":"any_time","last_card":"discard","leave":"binding","partner_in_foot":false,"penalty":0,"wild_discard":true,"without_books":"forbidden"},"melds":{"beyond_book":"naturals","black_threes":"never","book_most_wilds":3,"book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"as_any_meld","sequences":false,"smallest":3,"wild_melds":false,"wilds":"fewer_than_naturals"},"name":"Good Sam","notes":["Whether a partner''s no stops a player from going out is not told; here it does (assumed).","In a game by the clock the last minimum repeats (assumed).","Equal totals are a tie (assumed)."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":90,"players":[]},{"books":[],"from":2,"minimum":120,"players":[]},{"books":[],"from":3,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":"any","passed":"none","starts":"high_cut","swipe":false,"take":{"cards":6,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["combinations","tables","cards.joker","cards.2","cards.A","cards.K","cards.Q","cards.J","cards.10","threes.red.laid","threes.black.laid","books","melds","going_out.wild_discard","going_out.leave","going_out.partner_in_foot","going_out.without_books","going_out.penalty","going_out.extra_books","bonuses.exact_deal.per","bonuses.exact_deal.most","stock","play"],"reported":[]},"schema":1,"slug":"good-sam","stock":{"round":"scored","runs_out":"turn_pile"},"summary":"Three rounds, or what ninety minutes hold, with a bonus for dealing exactly and a last card to discard.","tables":[{"decks":4,"foot":13,"hand":13,"jokers":2,"knee":0,"players":4,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":0}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',226);
INSERT INTO "cell" VALUES(6,0,'table','shape','{"players":4,"teams":2}',228);
INSERT INTO "cell" VALUES(6,1,'seat1','left','{"as":"points","typed":"0"}',245);
INSERT INTO "cell" VALUES(6,1,'seat1','red_threes_held','{"as":"count","n":0}',237);
INSERT INTO "cell" VALUES(6,1,'seat2','left','{"as":"points","typed":"0"}',249);
INSERT INTO "cell" VALUES(6,1,'seat2','red_threes_held','{"as":"count","n":0}',241);
INSERT INTO "cell" VALUES(6,1,'seat3','left','{"as":"points","typed":"0"}',246);
INSERT INTO "cell" VALUES(6,1,'seat3','red_threes_held','{"as":"count","n":0}',238);
INSERT INTO "cell" VALUES(6,1,'seat4','left','{"as":"points","typed":"0"}',250);
INSERT INTO "cell" VALUES(6,1,'seat4','red_threes_held','{"as":"count","n":0}',242);
INSERT INTO "cell" VALUES(6,1,'table','ended','{"as":"stock"}',243);
INSERT INTO "cell" VALUES(6,1,'table','finished','{"yes":true}',251);
INSERT INTO "cell" VALUES(6,1,'team1','adjustment1','{"reason":"Late","typed":"-50"}',247);
INSERT INTO "cell" VALUES(6,1,'team1','clean','{"as":"count","n":0}',235);
INSERT INTO "cell" VALUES(6,1,'team1','dirty','{"as":"count","n":0}',236);
INSERT INTO "cell" VALUES(6,1,'team1','melded','{"as":"points","typed":"0"}',244);
INSERT INTO "cell" VALUES(6,1,'team2','clean','{"as":"count","n":0}',239);
INSERT INTO "cell" VALUES(6,1,'team2','dirty','{"as":"count","n":0}',240);
INSERT INTO "cell" VALUES(6,1,'team2','melded','{"as":"points","typed":"0"}',248);
INSERT INTO "cell" VALUES(7,0,'seat1','player','{"id":1}',259);
INSERT INTO "cell" VALUES(7,0,'seat2','player','{"id":11}',260);
INSERT INTO "cell" VALUES(7,0,'table','choices','{}',255);
INSERT INTO "cell" VALUES(7,0,'table','decks','{"as":"count","n":3}',257);
INSERT INTO "cell" VALUES(7,0,'table','end','{"over_after":1}',271);
INSERT INTO "cell" VALUES(7,0,'table','engine','"0.1.0"',258);
INSERT INTO "cell" VALUES(7,0,'table','rules','{"bonuses":[],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[],"combinations":[],"document":"Rules of 2 hand, Hand Foot Canasta","end":{"by":"target","minutes":"none","rounds":"none","targets":[{"players":[],"points":10000}]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"none","partner_in_foot":false,"penalty":-500,"wild_discard":true,"without_books":"severe_penalty"},"melds":{"beyond_book":"naturals","black_threes":"never","book_most_wilds":"any","book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"pair_and_one","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Two-Handed","notes":["Wild cards may never be added to a closed book.","You may not play on the other player''s books.","A pile with fewer cards than have to be taken cannot be taken; nothing of it has to be melded.","A pile topped by a wild card or a three cannot be taken.","In the first round, and when totals are equal, the high cut starts (assumed).","The points of books never count towards an opening minimum.","If both players reach the target in a round, the higher total wins; equal totals are a tie (assumed)."],"opening":{"by":"total","steps":[{"books":[],"from":"lowest","minimum":50,"players":[]},{"books":[],"from":3001,"minimum":90,"players":[]},{"books":[],"from":6001,"minimum":120,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":40,"passed":"none","starts":"behind","swipe":false,"take":{"cards":7,"exactly":true,"needs":"nothing"},"turned_up":0},"provenance":{"assumed":["tables.0.jokers","threes.red.held","threes.black.held","opening.steps.0.from","going_out.penalty","play.starts"],"reported":[]},"schema":1,"slug":"two-handed","stock":{"round":"void","runs_out":"turn_pile"},"summary":"Two players to 10,000 points; minimums follow each player''s own total, and going out too soon is punished.","tables":[{"decks":3,"foot":11,"hand":11,"jokers":2,"knee":0,"players":2,"teams":2}],"threes":[{"color":"red","counted":"never","pays":[],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":0}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',254);
INSERT INTO "cell" VALUES(7,0,'table','shape','{"players":2,"teams":2}',256);
INSERT INTO "cell" VALUES(7,1,'seat1','left','{"as":"points","typed":"15"}',267);
INSERT INTO "cell" VALUES(7,1,'seat2','left','{"as":"points","typed":"60"}',269);
INSERT INTO "cell" VALUES(7,1,'table','ended','{"as":"stock"}',265);
INSERT INTO "cell" VALUES(7,1,'table','finished','{"yes":true}',270);
INSERT INTO "cell" VALUES(7,1,'team1','clean','{"as":"count","n":0}',261);
INSERT INTO "cell" VALUES(7,1,'team1','dirty','{"as":"count","n":0}',262);
INSERT INTO "cell" VALUES(7,1,'team1','melded','{"as":"points","typed":"450"}',266);
INSERT INTO "cell" VALUES(7,1,'team2','clean','{"as":"count","n":0}',263);
INSERT INTO "cell" VALUES(7,1,'team2','dirty','{"as":"count","n":0}',264);
INSERT INTO "cell" VALUES(7,1,'team2','melded','{"as":"points","typed":"120"}',268);
INSERT INTO "cell" VALUES(8,0,'seat1','player','{"id":1}',277);
INSERT INTO "cell" VALUES(8,0,'seat2','player','{"id":11}',278);
INSERT INTO "cell" VALUES(8,0,'table','choices','{}',273);
INSERT INTO "cell" VALUES(8,0,'table','decks','{"as":"count","n":3}',275);
INSERT INTO "cell" VALUES(8,0,'table','engine','"0.1.0"',276);
INSERT INTO "cell" VALUES(8,0,'table','rules','{"bonuses":[],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[],"combinations":[],"document":"Rules of 2 hand, Hand Foot Canasta","end":{"by":"target","minutes":"none","rounds":"none","targets":[{"players":[],"points":10000}]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"none","partner_in_foot":false,"penalty":-500,"wild_discard":true,"without_books":"severe_penalty"},"melds":{"beyond_book":"naturals","black_threes":"never","book_most_wilds":"any","book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"pair_and_one","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Two-Handed","notes":["Wild cards may never be added to a closed book.","You may not play on the other player''s books.","A pile with fewer cards than have to be taken cannot be taken; nothing of it has to be melded.","A pile topped by a wild card or a three cannot be taken.","In the first round, and when totals are equal, the high cut starts (assumed).","The points of books never count towards an opening minimum.","If both players reach the target in a round, the higher total wins; equal totals are a tie (assumed)."],"opening":{"by":"total","steps":[{"books":[],"from":"lowest","minimum":50,"players":[]},{"books":[],"from":3001,"minimum":90,"players":[]},{"books":[],"from":6001,"minimum":120,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":40,"passed":"none","starts":"behind","swipe":false,"take":{"cards":7,"exactly":true,"needs":"nothing"},"turned_up":0},"provenance":{"assumed":["tables.0.jokers","threes.red.held","threes.black.held","opening.steps.0.from","going_out.penalty","play.starts"],"reported":[]},"schema":1,"slug":"two-handed","stock":{"round":"void","runs_out":"turn_pile"},"summary":"Two players to 10,000 points; minimums follow each player''s own total, and going out too soon is punished.","tables":[{"decks":3,"foot":11,"hand":11,"jokers":2,"knee":0,"players":2,"teams":2}],"threes":[{"color":"red","counted":"never","pays":[],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":0}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',272);
INSERT INTO "cell" VALUES(8,0,'table','shape','{"players":2,"teams":2}',274);
INSERT INTO "cell" VALUES(9,0,'seat1','player','{"id":12}',307);
INSERT INTO "cell" VALUES(9,0,'seat2','player','{"id":2}',285);
INSERT INTO "cell" VALUES(9,0,'seat3','player','{"id":3}',286);
INSERT INTO "cell" VALUES(9,0,'seat4','player','{"id":4}',287);
INSERT INTO "cell" VALUES(9,0,'table','binned','true',343);
INSERT INTO "cell" VALUES(9,0,'table','choices','{"target":"by-players"}',304);
INSERT INTO "cell" VALUES(9,0,'table','decks','{"as":"count","n":6}',305);
INSERT INTO "cell" VALUES(9,0,'table','engine','"0.1.0"',283);
INSERT INTO "cell" VALUES(9,0,'table','paper','{"as":"count","n":1}',308);
INSERT INTO "cell" VALUES(9,0,'table','rules','{"bonuses":[],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Black books","most":"any","one":"Black book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Red books","most":"any","one":"Red book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[{"key":"target","label":"The total that ends the game","options":[{"add":{},"assumed":[],"label":"By the number of players: 6,000, 8,000 or 15,000","reported":[],"set":{},"value":"by-players"},{"add":{},"assumed":[],"label":"6,000","reported":[],"set":{"end.targets":[{"players":[],"points":6000}]},"value":"6000"},{"add":{},"assumed":[],"label":"8,000","reported":[],"set":{"end.targets":[{"players":[],"points":8000}]},"value":"8000"},{"add":{},"assumed":[],"label":"15,000","reported":[],"set":{"end.targets":[{"players":[],"points":15000}]},"value":"15000"}],"players":[]}],"combinations":[],"document":"Hand and Foot Rules (southern Ohio, Rich Hamper)","end":{"by":"target","minutes":"none","rounds":"none","targets":[{"players":[4],"points":6000},{"players":[6],"points":8000},{"players":[8],"points":15000}]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":0,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"binding","partner_in_foot":false,"penalty":0,"wild_discard":true,"without_books":"forbidden"},"melds":{"beyond_book":"any_time","black_threes":"never","book_most_wilds":"any","book_wilds":"up_to_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"as_any_meld","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Southern Ohio","notes":["You may play on your own team''s melds only.","The points of books never count towards an opening minimum.","The first player is the one left of the dealer; the deal moves on clockwise.","If more than one team reaches the target in a round, the higher total wins; equal totals are a tie (assumed)."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":1,"hand_limit":"any","passed":"none","starts":"left_of_dealer","swipe":false,"take":{"cards":"all","exactly":false,"needs":"top_card_melded"},"turned_up":1},"provenance":{"assumed":["tables.0.jokers","tables.1.jokers","tables.2.jokers","cards","melds.wild_melds","melds.beyond_book","melds.books_of_one_rank","opening","going_out.last_card","going_out.wild_discard","stock","end.targets.2.points"],"reported":[]},"schema":1,"slug":"southern-ohio","stock":{"round":"scored","runs_out":"round_ends"},"summary":"Two teams race to 6,000, 8,000 or 15,000 points; clean books are called Black, dirty ones Red.","tables":[{"decks":4,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2},{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":6,"teams":2},{"decks":8,"foot":11,"hand":11,"jokers":2,"knee":0,"players":8,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-300}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',306);
INSERT INTO "cell" VALUES(9,0,'table','shape','{"players":4,"teams":2}',281);
INSERT INTO "cell" VALUES(9,0,'team1','brought','{"reason":"","typed":"300"}',309);
INSERT INTO "cell" VALUES(9,0,'team2','brought','{"reason":"","typed":"100"}',310);
INSERT INTO "cell" VALUES(9,1,'seat1','left','null',311);
INSERT INTO "cell" VALUES(9,1,'seat1','red_threes_held','null',312);
INSERT INTO "cell" VALUES(9,1,'seat2','left','null',313);
INSERT INTO "cell" VALUES(9,1,'seat2','red_threes_held','null',314);
INSERT INTO "cell" VALUES(9,1,'seat3','left','null',315);
INSERT INTO "cell" VALUES(9,1,'seat3','red_threes_held','null',316);
INSERT INTO "cell" VALUES(9,1,'seat4','left','null',317);
INSERT INTO "cell" VALUES(9,1,'seat4','red_threes_held','null',318);
INSERT INTO "cell" VALUES(9,1,'table','ended','null',319);
INSERT INTO "cell" VALUES(9,1,'table','finished','null',320);
INSERT INTO "cell" VALUES(9,1,'team1','clean','null',321);
INSERT INTO "cell" VALUES(9,1,'team1','dirty','null',322);
INSERT INTO "cell" VALUES(9,1,'team1','melded','null',323);
INSERT INTO "cell" VALUES(9,1,'team2','clean','null',324);
INSERT INTO "cell" VALUES(9,1,'team2','dirty','null',325);
INSERT INTO "cell" VALUES(9,1,'team2','melded','null',326);
INSERT INTO "cell" VALUES(9,2,'seat1','left','{"as":"points","typed":"15"}',327);
INSERT INTO "cell" VALUES(9,2,'seat1','red_threes_held','{"as":"count","n":0}',328);
INSERT INTO "cell" VALUES(9,2,'seat2','left','{"as":"points","typed":"60"}',329);
INSERT INTO "cell" VALUES(9,2,'seat2','red_threes_held','{"as":"count","n":0}',330);
INSERT INTO "cell" VALUES(9,2,'seat3','left','{"as":"points","typed":"0"}',331);
INSERT INTO "cell" VALUES(9,2,'seat3','red_threes_held','{"as":"count","n":0}',332);
INSERT INTO "cell" VALUES(9,2,'seat4','left','{"as":"points","typed":"0"}',333);
INSERT INTO "cell" VALUES(9,2,'seat4','red_threes_held','{"as":"count","n":0}',334);
INSERT INTO "cell" VALUES(9,2,'table','ended','{"as":"stock"}',335);
INSERT INTO "cell" VALUES(9,2,'table','finished','{"yes":true}',336);
INSERT INTO "cell" VALUES(9,2,'team1','clean','{"as":"count","n":0}',337);
INSERT INTO "cell" VALUES(9,2,'team1','dirty','{"as":"count","n":0}',338);
INSERT INTO "cell" VALUES(9,2,'team1','melded','{"as":"points","typed":"450"}',339);
INSERT INTO "cell" VALUES(9,2,'team2','clean','{"as":"count","n":0}',340);
INSERT INTO "cell" VALUES(9,2,'team2','dirty','{"as":"count","n":0}',341);
INSERT INTO "cell" VALUES(9,2,'team2','melded','{"as":"points","typed":"120"}',342);
INSERT INTO "cell" VALUES(10,0,'seat1','player','{"id":16}',350);
INSERT INTO "cell" VALUES(10,0,'seat2','player','{"id":2}',351);
INSERT INTO "cell" VALUES(10,0,'seat3','player','{"id":3}',352);
INSERT INTO "cell" VALUES(10,0,'seat4','player','{"id":4}',353);
INSERT INTO "cell" VALUES(10,0,'table','choices','{}',346);
INSERT INTO "cell" VALUES(10,0,'table','decks','{"as":"count","n":5}',348);
INSERT INTO "cell" VALUES(10,0,'table','engine','"0.1.0"',349);
INSERT INTO "cell" VALUES(10,0,'table','rules','{"bonuses":[{"cases":[{"players":[],"points":100,"rounds":[]}],"code":"exact_cut","grade_of":"cut","kind":"cut","many":"Exact cuts of 22","most":1,"one":"Exact cut of 22","per":"player"}],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[],"combinations":[],"document":"Rules of 4 hand, Hand Foot Canasta","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"if_you_like","partner_in_foot":false,"penalty":-500,"wild_discard":true,"without_books":"severe_penalty"},"melds":{"beyond_book":"naturals","black_threes":"never","book_most_wilds":"any","book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"pair_and_one","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Partnership Hand & Foot","notes":["Wild cards may never be added to a closed book.","You may not play on the other team''s books.","A pile topped by a wild card or a three cannot be taken.","The points of books never count towards an opening minimum.","A team that goes out without its books keeps only its exact cuts (assumed), and pays for what its partner holds.","Equal totals are a tie (assumed)."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":40,"passed":"none","starts":"first_cutter","swipe":false,"take":{"cards":7,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["tables.0.jokers","stock.round","going_out.penalty"],"reported":[]},"schema":1,"slug":"partnership","stock":{"round":"scored","runs_out":"round_ends"},"summary":"Four players in two partnerships, four rounds, exact cuts, and a severe penalty for going out too soon.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',345);
INSERT INTO "cell" VALUES(10,0,'table','shape','{"players":4,"teams":2}',347);
INSERT INTO "cell" VALUES(10,1,'seat1','left','{"as":"points","typed":"0"}',362);
INSERT INTO "cell" VALUES(10,1,'seat1','red_threes_held','{"as":"count","n":0}',354);
INSERT INTO "cell" VALUES(10,1,'seat2','left','{"as":"points","typed":"75"}',366);
INSERT INTO "cell" VALUES(10,1,'seat2','red_threes_held','{"as":"count","n":0}',357);
INSERT INTO "cell" VALUES(10,1,'seat3','left','{"as":"points","typed":"20"}',363);
INSERT INTO "cell" VALUES(10,1,'seat3','red_threes_held','{"as":"count","n":0}',355);
INSERT INTO "cell" VALUES(10,1,'seat4','left','{"as":"points","typed":"5"}',367);
INSERT INTO "cell" VALUES(10,1,'seat4','red_threes_held','{"as":"count","n":1}',368);
INSERT INTO "cell" VALUES(10,1,'table','ended','{"as":"out","seat":1}',358);
INSERT INTO "cell" VALUES(10,1,'table','finished','{"yes":true}',369);
INSERT INTO "cell" VALUES(10,1,'team1','clean','{"as":"count","n":2}',360);
INSERT INTO "cell" VALUES(10,1,'team1','dirty','{"as":"count","n":1}',361);
INSERT INTO "cell" VALUES(10,1,'team1','melded','{"as":"points","typed":"330"}',359);
INSERT INTO "cell" VALUES(10,1,'team2','clean','{"as":"count","n":0}',356);
INSERT INTO "cell" VALUES(10,1,'team2','dirty','{"as":"count","n":2}',365);
INSERT INTO "cell" VALUES(10,1,'team2','melded','{"as":"points","typed":"205"}',364);
INSERT INTO "cell" VALUES(10,2,'seat2','left','{"as":"cards","cards":{"K":3,"joker":1}}',374);
INSERT INTO "cell" VALUES(10,2,'team1','clean','{"as":"count","n":1}',371);
INSERT INTO "cell" VALUES(10,2,'team1','melded','{"as":"points","typed":"110+5"}',370);
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
INSERT INTO "entry" VALUES(1,'72084e9f876c4908a08de6f872f07250:table.rules',1,0,'table','rules','{"bonuses":[{"cases":[{"players":[],"points":100,"rounds":[]}],"code":"exact_cut","grade_of":"cut","kind":"cut","many":"Exact cuts of 22","most":1,"one":"Exact cut of 22","per":"player"}],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[],"combinations":[],"document":"Rules of 4 hand, Hand Foot Canasta","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"if_you_like","partner_in_foot":false,"penalty":-500,"wild_discard":true,"without_books":"severe_penalty"},"melds":{"beyond_book":"naturals","black_threes":"never","book_most_wilds":"any","book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"pair_and_one","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Partnership Hand & Foot","notes":["Wild cards may never be added to a closed book.","You may not play on the other team''s books.","A pile topped by a wild card or a three cannot be taken.","The points of books never count towards an opening minimum.","A team that goes out without its books keeps only its exact cuts (assumed), and pays for what its partner holds.","Equal totals are a tie (assumed)."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":40,"passed":"none","starts":"first_cutter","swipe":false,"take":{"cards":7,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["tables.0.jokers","stock.round","going_out.penalty"],"reported":[]},"schema":1,"slug":"partnership","stock":{"round":"scored","runs_out":"round_ends"},"summary":"Four players in two partnerships, four rounds, exact cuts, and a severe penalty for going out too soon.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',NULL,'applied','bfe397b1.0','2026-11-22T01:52:36.151+00:00');
INSERT INTO "entry" VALUES(2,'72084e9f876c4908a08de6f872f07250:table.choices',1,0,'table','choices','{}',NULL,'applied','bfe397b1.0','2026-11-22T01:52:36.151+00:00');
INSERT INTO "entry" VALUES(3,'72084e9f876c4908a08de6f872f07250:table.shape',1,0,'table','shape','{"players":4,"teams":2}',NULL,'applied','bfe397b1.0','2026-11-22T01:52:36.151+00:00');
INSERT INTO "entry" VALUES(4,'72084e9f876c4908a08de6f872f07250:table.decks',1,0,'table','decks','{"as":"count","n":5}',NULL,'applied','bfe397b1.0','2026-11-22T01:52:36.151+00:00');
INSERT INTO "entry" VALUES(5,'72084e9f876c4908a08de6f872f07250:table.engine',1,0,'table','engine','"0.1.0"',NULL,'applied','bfe397b1.0','2026-11-22T01:52:36.151+00:00');
INSERT INTO "entry" VALUES(6,'72084e9f876c4908a08de6f872f07250:seat1.player',1,0,'seat1','player','{"id":1}',NULL,'applied','bfe397b1.0','2026-11-22T01:52:36.151+00:00');
INSERT INTO "entry" VALUES(7,'72084e9f876c4908a08de6f872f07250:seat2.player',1,0,'seat2','player','{"id":2}',NULL,'applied','bfe397b1.0','2026-11-22T01:52:36.151+00:00');
INSERT INTO "entry" VALUES(8,'72084e9f876c4908a08de6f872f07250:seat3.player',1,0,'seat3','player','{"id":3}',NULL,'applied','bfe397b1.0','2026-11-22T01:52:36.151+00:00');
INSERT INTO "entry" VALUES(9,'72084e9f876c4908a08de6f872f07250:seat4.player',1,0,'seat4','player','{"id":4}',NULL,'applied','bfe397b1.0','2026-11-22T01:52:36.151+00:00');
INSERT INTO "entry" VALUES(10,'f7177163c833dff4b38fc8d2872f1ec6',1,1,'table','starter','{"seat":2}',NULL,'applied','ebe4cb23.2','2026-11-22T01:52:39.946+00:00');
INSERT INTO "entry" VALUES(11,'d9d4f495e875a2e075a1a4a6e1b9770f:team1.clean',1,1,'team1','clean','{"as":"tally","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:40.020+00:00');
INSERT INTO "entry" VALUES(12,'642e92efb79421734881b53e1e1b18b6:team1.clean',1,1,'team1','clean','{"as":"tally","n":2}',11,'applied','bfe397b1.1','2026-11-22T01:52:40.083+00:00');
INSERT INTO "entry" VALUES(13,'c0c7c76d30bd3dcaefc96f40275bdc0a:team1.clean',1,1,'team1','clean','{"as":"tally","n":1}',12,'applied','bfe397b1.1','2026-11-22T01:52:40.157+00:00');
INSERT INTO "entry" VALUES(14,'9a1158154dfa42caddbd0694a4e9bdc8:team2.dirty',1,1,'team2','dirty','{"as":"tally","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:40.216+00:00');
INSERT INTO "entry" VALUES(15,'a684eceee76fc522773286a895bc8436:team1.opened',1,1,'team1','opened','{"yes":true}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:40.279+00:00');
INSERT INTO "entry" VALUES(16,'9f61408e3afb633e50cdf1b20de6f466:seat1.exact_cut',1,1,'seat1','exact_cut','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:40.351+00:00');
INSERT INTO "entry" VALUES(17,'072b030ba126b2f4b2374f342be9ed44:seat1.exact_cut',1,1,'seat1','exact_cut','null',16,'applied','bfe397b1.1','2026-11-22T01:52:40.482+00:00');
INSERT INTO "entry" VALUES(18,'ea5d2f1c4608232e07d3aa3d998e5135:team1.dirty',1,1,'team1','dirty','{"as":"count","n":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:40.599+00:00');
INSERT INTO "entry" VALUES(19,'e2c420d928d4bf8ce0ff2ec19b371514:team2.melded',1,1,'team2','melded','{"as":"points","typed":"150"}',NULL,'applied','ebe4cb23.2','2026-11-22T01:52:40.972+00:00');
INSERT INTO "entry" VALUES(20,'e2c420d928d4bf8ce0ff2ec19b371514:team2.clean',1,1,'team2','clean','{"as":"count","n":3}',NULL,'applied','ebe4cb23.2','2026-11-22T01:52:40.972+00:00');
INSERT INTO "entry" VALUES(21,'7cbbc409ec990f19c78c75bd1e06f215:team2.melded',1,1,'team2','melded','{"as":"points","typed":"150"}',18,'same','bfe397b1.1','2026-11-22T01:52:41.007+00:00');
INSERT INTO "entry" VALUES(22,'7cbbc409ec990f19c78c75bd1e06f215:team2.clean',1,1,'team2','clean','{"as":"count","n":4}',18,'conflict','bfe397b1.1','2026-11-22T01:52:41.007+00:00');
INSERT INTO "entry" VALUES(23,'7cbbc409ec990f19c78c75bd1e06f215:seat2.left',1,1,'seat2','left','{"as":"points","typed":"15"}',NULL,'held','bfe397b1.1','2026-11-22T01:52:41.007+00:00');
INSERT INTO "entry" VALUES(24,'d1fe173d08e959397adf34b1d77e88d7:team2.clean',1,1,'team2','clean','{"as":"count","n":4}',20,'applied','bfe397b1.1','2026-11-22T01:52:41.377+00:00');
INSERT INTO "entry" VALUES(25,'9778d5d219c5080b9a6a17bef029331c:team1.dirty',1,1,'team1','dirty','{"as":"tally","n":3}',18,'applied','bfe397b1.1','2026-11-22T01:52:41.502+00:00');
INSERT INTO "entry" VALUES(26,'43ec517d68b6edd3015b3edc9a11367b:team1.dirty',1,1,'team1','dirty','{"as":"tally","n":3}',24,'conflict','ebe4cb23.2','2026-11-22T01:52:41.536+00:00');
INSERT INTO "entry" VALUES(27,'3ef815416f775098fe977004015c6193:team1.dirty',1,1,'team1','dirty','{"as":"count","n":4}',25,'applied','ebe4cb23.2','2026-11-22T01:52:41.650+00:00');
INSERT INTO "entry" VALUES(28,'2a38a4a9316c49e5a833517c45d31070',1,1,'table','starter','{"seat":3}',10,'applied','ebe4cb23.2','2026-11-22T01:52:41.766+00:00');
INSERT INTO "entry" VALUES(29,'c7e1249ffc03eb9ded908c236bd1996d',1,1,'table','starter','{"seat":4}',27,'conflict','bfe397b1.1','2026-11-22T01:52:41.782+00:00');
INSERT INTO "entry" VALUES(30,'c3daba8ba04565423e12eb8cb6237b46:team1.melded',1,1,'team1','melded','{"as":"points","typed":"300"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:41.967+00:00');
INSERT INTO "entry" VALUES(31,'f3957fa3bea9138b3f54f0e18975a30c:team1.melded',1,1,'team1','melded','{"as":"points","typed":"300+50"}','c3daba8ba04565423e12eb8cb6237b46:team1.melded','applied','bfe397b1.1','2026-11-22T01:52:42.001+00:00');
INSERT INTO "entry" VALUES(32,'532435c44bec236b471a47a88d63513d:team1.clean',1,1,'team1','clean','{"as":"tally","n":2}',13,'applied','bfe397b1.1','2026-11-22T01:52:42.149+00:00');
INSERT INTO "entry" VALUES(33,'a1324603d9b1a22277809229934a36fd:team1.adjustment1',1,1,'team1','adjustment1','{"reason":"Peeked","typed":"-50"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:42.511+00:00');
INSERT INTO "entry" VALUES(34,'ddf354219aac374f1d40b7e760ee5bb7:team1.adjustment1',1,1,'team1','adjustment1','{"reason":"Peeked","typed":"−60"}','a1324603d9b1a22277809229934a36fd:team1.adjustment1','applied','bfe397b1.1','2026-11-22T01:52:42.539+00:00');
INSERT INTO "entry" VALUES(35,'17ab7b5bb7ca18f6d5f33dfbcbaee1a2',1,1,'table','starter','{"seat":2}',28,'applied','bfe397b1.1','2026-11-22T01:52:42.723+00:00');
INSERT INTO "entry" VALUES(36,'dc554706afe4c72a60a25314cbaece80',1,1,'table','starter','{"seat":3}','17ab7b5bb7ca18f6d5f33dfbcbaee1a2','applied','bfe397b1.1','2026-11-22T01:52:42.749+00:00');
INSERT INTO "entry" VALUES(37,'9c509b71f28ed054340ab236be2f83bd',1,1,'table','starter','{"seat":2}','dc554706afe4c72a60a25314cbaece80','applied','bfe397b1.1','2026-11-22T01:52:42.767+00:00');
INSERT INTO "entry" VALUES(38,'202cb962ac59075b964b07152d234b70:team1.checked',1,1,'team1','checked','{"by":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:43.348+00:00');
INSERT INTO "entry" VALUES(39,'3def184ad8f4755ff269862ea77393dd:seat1.red_threes_held',1,1,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:43.441+00:00');
INSERT INTO "entry" VALUES(40,'3def184ad8f4755ff269862ea77393dd:seat3.red_threes_held',1,1,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:43.441+00:00');
INSERT INTO "entry" VALUES(41,'3def184ad8f4755ff269862ea77393dd:seat2.red_threes_held',1,1,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:43.441+00:00');
INSERT INTO "entry" VALUES(42,'3def184ad8f4755ff269862ea77393dd:seat4.red_threes_held',1,1,'seat4','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:43.441+00:00');
INSERT INTO "entry" VALUES(43,'3def184ad8f4755ff269862ea77393dd:table.ended',1,1,'table','ended','{"as":"out","seat":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:43.441+00:00');
INSERT INTO "entry" VALUES(44,'3def184ad8f4755ff269862ea77393dd:team1.melded',1,1,'team1','melded','{"as":"points","typed":"900"}',31,'applied','bfe397b1.1','2026-11-22T01:52:43.441+00:00');
INSERT INTO "entry" VALUES(45,'3def184ad8f4755ff269862ea77393dd:team1.clean',1,1,'team1','clean','{"as":"count","n":4}',32,'applied','bfe397b1.1','2026-11-22T01:52:43.441+00:00');
INSERT INTO "entry" VALUES(46,'3def184ad8f4755ff269862ea77393dd:team1.dirty',1,1,'team1','dirty','{"as":"count","n":5}',27,'applied','bfe397b1.1','2026-11-22T01:52:43.441+00:00');
INSERT INTO "entry" VALUES(47,'3def184ad8f4755ff269862ea77393dd:seat3.left',1,1,'seat3','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:43.441+00:00');
INSERT INTO "entry" VALUES(48,'3def184ad8f4755ff269862ea77393dd:team2.melded',1,1,'team2','melded','{"as":"points","typed":"0"}',19,'applied','bfe397b1.1','2026-11-22T01:52:43.441+00:00');
INSERT INTO "entry" VALUES(49,'3def184ad8f4755ff269862ea77393dd:team2.clean',1,1,'team2','clean','{"as":"count","n":0}',24,'applied','bfe397b1.1','2026-11-22T01:52:43.441+00:00');
INSERT INTO "entry" VALUES(50,'3def184ad8f4755ff269862ea77393dd:team2.dirty',1,1,'team2','dirty','{"as":"count","n":0}',14,'applied','bfe397b1.1','2026-11-22T01:52:43.441+00:00');
INSERT INTO "entry" VALUES(51,'3def184ad8f4755ff269862ea77393dd:seat2.left',1,1,'seat2','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:43.441+00:00');
INSERT INTO "entry" VALUES(52,'3def184ad8f4755ff269862ea77393dd:seat4.left',1,1,'seat4','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:43.441+00:00');
INSERT INTO "entry" VALUES(53,'3def184ad8f4755ff269862ea77393dd:table.finished',1,1,'table','finished','{"yes":true}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:43.441+00:00');
INSERT INTO "entry" VALUES(54,'02522a2b2726fb0a03bb19f2d8d9524d:team1.melded',1,1,'team1','melded','{"as":"points","typed":"905+45"}',44,'applied','bfe397b1.1','2026-11-22T01:52:44.173+00:00');
INSERT INTO "entry" VALUES(55,'013d407166ec4fa56eb1e1f8cbe183b9:team1.dirty',1,2,'team1','dirty','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(56,'013d407166ec4fa56eb1e1f8cbe183b9:seat1.red_threes_held',1,2,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(57,'013d407166ec4fa56eb1e1f8cbe183b9:seat2.red_threes_held',1,2,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(58,'013d407166ec4fa56eb1e1f8cbe183b9:seat4.red_threes_held',1,2,'seat4','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(59,'013d407166ec4fa56eb1e1f8cbe183b9:table.ended',1,2,'table','ended','{"as":"out","seat":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(60,'013d407166ec4fa56eb1e1f8cbe183b9:team1.melded',1,2,'team1','melded','{"as":"points","typed":"235"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(61,'013d407166ec4fa56eb1e1f8cbe183b9:team1.clean',1,2,'team1','clean','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(62,'013d407166ec4fa56eb1e1f8cbe183b9:seat1.left',1,2,'seat1','left','{"as":"points","typed":"120"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(63,'013d407166ec4fa56eb1e1f8cbe183b9:seat3.left',1,2,'seat3','left','{"as":"points","typed":"45"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(64,'013d407166ec4fa56eb1e1f8cbe183b9:seat3.red_threes_held',1,2,'seat3','red_threes_held','{"as":"count","n":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(65,'013d407166ec4fa56eb1e1f8cbe183b9:team2.melded',1,2,'team2','melded','{"as":"points","typed":"400+55"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(66,'013d407166ec4fa56eb1e1f8cbe183b9:team2.clean',1,2,'team2','clean','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(67,'013d407166ec4fa56eb1e1f8cbe183b9:team2.dirty',1,2,'team2','dirty','{"as":"count","n":3}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(68,'013d407166ec4fa56eb1e1f8cbe183b9:seat2.exact_cut',1,2,'seat2','exact_cut','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(69,'013d407166ec4fa56eb1e1f8cbe183b9:seat4.left',1,2,'seat4','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(70,'013d407166ec4fa56eb1e1f8cbe183b9:table.finished',1,2,'table','finished','{"yes":true}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.407+00:00');
INSERT INTO "entry" VALUES(71,'a5e00132373a7031000fd987a3c9f87b:team1.melded',1,3,'team1','melded','{"as":"piles","piles":{"20":7,"50":1}}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.694+00:00');
INSERT INTO "entry" VALUES(72,'7ef605fc8dba5425d6965fbd4c8fbe1f:seat2.left',1,3,'seat2','left','{"as":"cards","cards":{"K":3,"black3":1,"joker":1}}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:44.782+00:00');
INSERT INTO "entry" VALUES(73,'8f53295a73878494e9bc8dd6c3c7104f:seat1.leave',1,3,'seat1','leave','{"says":"yes"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:45.697+00:00');
INSERT INTO "entry" VALUES(74,'fc221309746013ac554571fbd180e1c8:seat1.leave',1,3,'seat1','leave','{"says":"no"}',73,'applied','ebe4cb23.2','2026-11-22T01:52:45.767+00:00');
INSERT INTO "entry" VALUES(75,'cedebb6e872f539bef8c3f919874e9d7:seat1.leave',1,3,'seat1','leave','null',74,'applied','ebe4cb23.2','2026-11-22T01:52:45.866+00:00');
INSERT INTO "entry" VALUES(76,'6cdd60ea0045eb7a6ec44c54d29ed402:seat1.leave',1,3,'seat1','leave','{"says":"yes"}',0,'conflict','bfe397b1.1','2026-11-22T01:52:45.899+00:00');
INSERT INTO "entry" VALUES(77,'9dcb88e0137649590b755372b040afad:undo-72:3.seat2.left',1,3,'seat2','left','null',72,'applied','bfe397b1.1','2026-11-22T01:52:45.995+00:00');
INSERT INTO "entry" VALUES(78,'cfecdb276f634854f3ef915e2e980c31:undo-71:3.team1.melded',1,3,'team1','melded','null',71,'applied','bfe397b1.1','2026-11-22T01:52:46.069+00:00');
INSERT INTO "entry" VALUES(79,'a597e50502f5ff68e3e25b9114205d4a',1,0,'table','binned','true',NULL,'applied','bfe397b1.1','2026-11-22T01:52:46.153+00:00');
INSERT INTO "entry" VALUES(80,'84d9ee44e457ddef7f2c4f25dc8fa865',1,0,'table','binned','true',0,'same','bfe397b1.1','2026-11-22T01:52:46.226+00:00');
INSERT INTO "entry" VALUES(81,'757b505cfd34c64c85ca5b5690ee5293',1,0,'table','binned','null',79,'applied','bfe397b1.1','2026-11-22T01:52:46.298+00:00');
INSERT INTO "entry" VALUES(82,'170eeaabc601f142452d5d7ac18df57a:table.rules',2,0,'table','rules','{"bonuses":[],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[{"key":"books","label":"Books needed to go out","options":[{"add":{},"assumed":[],"label":"Full: 4 red and 5 black, for two players 3 and 4","reported":[],"set":{},"value":"full"},{"add":{},"assumed":[],"label":"Short: 1 red and 1 black","reported":[],"set":{"going_out.cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}]},"value":"short"}],"players":[]},{"key":"cards","label":"Cards in the hand and in the foot","options":[{"add":{},"assumed":[],"label":"11 and 11","reported":[],"set":{},"value":"11"},{"add":{},"assumed":[],"label":"13 and 13","reported":[],"set":{"tables.0.foot":13,"tables.0.hand":13},"value":"13"}],"players":[4]},{"key":"pickup","label":"Cards taken from the pile","options":[{"add":{},"assumed":[],"label":"The top card and the next five","reported":[],"set":{},"value":"6"},{"add":{},"assumed":[],"label":"The top card and the next six","reported":[],"set":{"play.take.cards":7},"value":"7"}],"players":[]},{"key":"finished_books","label":"Adding to finished books","options":[{"add":{},"assumed":[],"label":"At any time","reported":[],"set":{},"value":"any-time"},{"add":{},"assumed":[],"label":"Only when going out","reported":[],"set":{"melds.beyond_book":"going_out"},"value":"going-out"}],"players":[]},{"key":"black_threes","label":"Black threes","options":[{"add":{},"assumed":[],"label":"Only discarded","reported":[],"set":{},"value":"discard"},{"add":{},"assumed":["threes.black.laid.pays"],"label":"Three or more may be melded when going out, without wild cards and never as a book","reported":[],"set":{"melds.black_threes":"going_out","threes.black.laid.counted":"with_cards","threes.black.laid.pays":[{"from":1,"per":"card","points":5}]},"value":"meld"}],"players":[]},{"key":"swipe","label":"Swipe cards","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{},"assumed":[],"label":"On: a finished book steals cards from the other team; cards count where they lie","reported":[],"set":{"play.swipe":true},"value":"on"}],"players":[]},{"key":"bolivias","label":"Books of wild cards","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{"books":[{"begun":"any_time","cards":7,"code":"bolivia","counts_for":[],"made_of":"wilds","many":"Bolivias","most":"any","one":"Bolivia","points":1500,"ranks":[],"unfinished":0}]},"assumed":["books.bolivia.points","books.bolivia.unfinished","books.bolivia.most","books.bolivia.counts_for","books.bolivia.begun"],"label":"On: a bolivia is seven wild cards","reported":[],"set":{"melds.wild_melds":true},"value":"on"}],"players":[]},{"key":"sambas","label":"Books in sequence","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{"books":[{"begun":"any_time","cards":7,"code":"samba","counts_for":[],"made_of":"sequence","many":"Sambas","most":"any","one":"Samba","points":1500,"ranks":[],"unfinished":0}]},"assumed":["books.samba.unfinished","books.samba.most","books.samba.counts_for","books.samba.begun"],"label":"On: a samba is seven cards of one suit in sequence, without threes and wild cards","reported":["books.samba.cards","books.samba.points"],"set":{"melds.sequences":true},"value":"on"}],"players":[]}],"combinations":[],"document":"Hand & Foot Friends & Family Edition","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":4,"dirty":5},"players":[4],"points":100,"rounds":[]},{"concealed":"either","needs":{"clean":3,"dirty":4},"players":[2],"points":100,"rounds":[]}],"extra_books":"after_needs","last_card":"discard","leave":"courtesy","partner_in_foot":false,"penalty":0,"wild_discard":false,"without_books":"forbidden"},"melds":{"beyond_book":"any_time","black_threes":"never","book_most_wilds":3,"book_wilds":"fewer_than_naturals","books_of_one_rank":1,"most_wilds":3,"opening_most_cards":7,"opening_wilds":"as_any_meld","sequences":false,"smallest":3,"wild_melds":false,"wilds":"fewer_than_naturals"},"name":"Friends & Family","notes":["A meld begins as three naturals or as a natural pair with one wild card; more may follow at once.","A wild card may never be discarded, and no three can be taken from the pile.","A team that has a book of a rank may not begin that rank again, nor take it from the pile.","No extra book of one kind, not even one forced by the pile, before the needed number of both kinds is there.","If the pile has been turned over and nobody can play on, the round ends and is scored as usual, without a going-out bonus (assumed).","The points of books never count towards an opening minimum (assumed).","Equal totals are a tie."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":"any","passed":"none","starts":"left_of_dealer","swipe":false,"take":{"cards":6,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["tables.0.decks","tables.0.jokers","tables.1.decks","tables.1.jokers","stock.round","play.starts"],"reported":[]},"schema":1,"slug":"friends-family","stock":{"round":"scored","runs_out":"turn_pile"},"summary":"Four rounds for two teams or two players, many books needed to go out, and a last card that has to be discarded.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2},{"decks":3,"foot":15,"hand":15,"jokers":2,"knee":0,"players":2,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:46.951+00:00');
INSERT INTO "entry" VALUES(83,'170eeaabc601f142452d5d7ac18df57a:table.choices',2,0,'table','choices','{"black_threes":"discard","bolivias":"off","books":"full","cards":"11","finished_books":"any-time","pickup":"6","sambas":"off","swipe":"off"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:46.951+00:00');
INSERT INTO "entry" VALUES(84,'170eeaabc601f142452d5d7ac18df57a:table.shape',2,0,'table','shape','{"players":4,"teams":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:46.951+00:00');
INSERT INTO "entry" VALUES(85,'170eeaabc601f142452d5d7ac18df57a:table.decks',2,0,'table','decks','{"as":"count","n":5}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:46.951+00:00');
INSERT INTO "entry" VALUES(86,'170eeaabc601f142452d5d7ac18df57a:table.engine',2,0,'table','engine','"0.1.0"',NULL,'applied','bfe397b1.1','2026-11-22T01:52:46.951+00:00');
INSERT INTO "entry" VALUES(87,'170eeaabc601f142452d5d7ac18df57a:seat1.player',2,0,'seat1','player','{"id":5}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:46.951+00:00');
INSERT INTO "entry" VALUES(88,'170eeaabc601f142452d5d7ac18df57a:seat2.player',2,0,'seat2','player','{"id":6}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:46.951+00:00');
INSERT INTO "entry" VALUES(89,'170eeaabc601f142452d5d7ac18df57a:seat3.player',2,0,'seat3','player','{"id":7}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:46.951+00:00');
INSERT INTO "entry" VALUES(90,'170eeaabc601f142452d5d7ac18df57a:seat4.player',2,0,'seat4','player','{"id":8}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:46.951+00:00');
INSERT INTO "entry" VALUES(91,'170eeaabc601f142452d5d7ac18df57a:table.paper',2,0,'table','paper','{"as":"count","n":3}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:46.951+00:00');
INSERT INTO "entry" VALUES(92,'82660223de2b943bab9013902643ae5b:table.rules',3,0,'table','rules','{"bonuses":[],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[{"key":"books","label":"Books needed to go out","options":[{"add":{},"assumed":[],"label":"Full: 4 red and 5 black, for two players 3 and 4","reported":[],"set":{},"value":"full"},{"add":{},"assumed":[],"label":"Short: 1 red and 1 black","reported":[],"set":{"going_out.cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}]},"value":"short"}],"players":[]},{"key":"cards","label":"Cards in the hand and in the foot","options":[{"add":{},"assumed":[],"label":"11 and 11","reported":[],"set":{},"value":"11"},{"add":{},"assumed":[],"label":"13 and 13","reported":[],"set":{"tables.0.foot":13,"tables.0.hand":13},"value":"13"}],"players":[4]},{"key":"pickup","label":"Cards taken from the pile","options":[{"add":{},"assumed":[],"label":"The top card and the next five","reported":[],"set":{},"value":"6"},{"add":{},"assumed":[],"label":"The top card and the next six","reported":[],"set":{"play.take.cards":7},"value":"7"}],"players":[]},{"key":"finished_books","label":"Adding to finished books","options":[{"add":{},"assumed":[],"label":"At any time","reported":[],"set":{},"value":"any-time"},{"add":{},"assumed":[],"label":"Only when going out","reported":[],"set":{"melds.beyond_book":"going_out"},"value":"going-out"}],"players":[]},{"key":"black_threes","label":"Black threes","options":[{"add":{},"assumed":[],"label":"Only discarded","reported":[],"set":{},"value":"discard"},{"add":{},"assumed":["threes.black.laid.pays"],"label":"Three or more may be melded when going out, without wild cards and never as a book","reported":[],"set":{"melds.black_threes":"going_out","threes.black.laid.counted":"with_cards","threes.black.laid.pays":[{"from":1,"per":"card","points":5}]},"value":"meld"}],"players":[]},{"key":"swipe","label":"Swipe cards","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{},"assumed":[],"label":"On: a finished book steals cards from the other team; cards count where they lie","reported":[],"set":{"play.swipe":true},"value":"on"}],"players":[]},{"key":"bolivias","label":"Books of wild cards","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{"books":[{"begun":"any_time","cards":7,"code":"bolivia","counts_for":[],"made_of":"wilds","many":"Bolivias","most":"any","one":"Bolivia","points":1500,"ranks":[],"unfinished":0}]},"assumed":["books.bolivia.points","books.bolivia.unfinished","books.bolivia.most","books.bolivia.counts_for","books.bolivia.begun"],"label":"On: a bolivia is seven wild cards","reported":[],"set":{"melds.wild_melds":true},"value":"on"}],"players":[]},{"key":"sambas","label":"Books in sequence","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{"books":[{"begun":"any_time","cards":7,"code":"samba","counts_for":[],"made_of":"sequence","many":"Sambas","most":"any","one":"Samba","points":1500,"ranks":[],"unfinished":0}]},"assumed":["books.samba.unfinished","books.samba.most","books.samba.counts_for","books.samba.begun"],"label":"On: a samba is seven cards of one suit in sequence, without threes and wild cards","reported":["books.samba.cards","books.samba.points"],"set":{"melds.sequences":true},"value":"on"}],"players":[]}],"combinations":[],"document":"Hand & Foot Friends & Family Edition","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":4,"dirty":5},"players":[4],"points":100,"rounds":[]},{"concealed":"either","needs":{"clean":3,"dirty":4},"players":[2],"points":100,"rounds":[]}],"extra_books":"after_needs","last_card":"discard","leave":"courtesy","partner_in_foot":false,"penalty":0,"wild_discard":false,"without_books":"forbidden"},"melds":{"beyond_book":"any_time","black_threes":"never","book_most_wilds":3,"book_wilds":"fewer_than_naturals","books_of_one_rank":1,"most_wilds":3,"opening_most_cards":7,"opening_wilds":"as_any_meld","sequences":false,"smallest":3,"wild_melds":false,"wilds":"fewer_than_naturals"},"name":"Friends & Family","notes":["A meld begins as three naturals or as a natural pair with one wild card; more may follow at once.","A wild card may never be discarded, and no three can be taken from the pile.","A team that has a book of a rank may not begin that rank again, nor take it from the pile.","No extra book of one kind, not even one forced by the pile, before the needed number of both kinds is there.","If the pile has been turned over and nobody can play on, the round ends and is scored as usual, without a going-out bonus (assumed).","The points of books never count towards an opening minimum (assumed).","Equal totals are a tie."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":"any","passed":"none","starts":"left_of_dealer","swipe":false,"take":{"cards":6,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["tables.0.decks","tables.0.jokers","tables.1.decks","tables.1.jokers","stock.round","play.starts"],"reported":[]},"schema":1,"slug":"friends-family","stock":{"round":"scored","runs_out":"turn_pile"},"summary":"Four rounds for two teams or two players, many books needed to go out, and a last card that has to be discarded.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2},{"decks":3,"foot":15,"hand":15,"jokers":2,"knee":0,"players":2,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.123+00:00');
INSERT INTO "entry" VALUES(93,'82660223de2b943bab9013902643ae5b:table.choices',3,0,'table','choices','{"black_threes":"discard","bolivias":"off","books":"short","cards":"11","finished_books":"any-time","pickup":"6","sambas":"off","swipe":"off"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.123+00:00');
INSERT INTO "entry" VALUES(94,'82660223de2b943bab9013902643ae5b:table.shape',3,0,'table','shape','{"players":4,"teams":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.123+00:00');
INSERT INTO "entry" VALUES(95,'82660223de2b943bab9013902643ae5b:table.decks',3,0,'table','decks','{"as":"count","n":5}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.123+00:00');
INSERT INTO "entry" VALUES(96,'82660223de2b943bab9013902643ae5b:table.engine',3,0,'table','engine','"0.1.0"',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.123+00:00');
INSERT INTO "entry" VALUES(97,'82660223de2b943bab9013902643ae5b:seat1.player',3,0,'seat1','player','{"id":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.123+00:00');
INSERT INTO "entry" VALUES(98,'82660223de2b943bab9013902643ae5b:seat2.player',3,0,'seat2','player','{"id":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.123+00:00');
INSERT INTO "entry" VALUES(99,'82660223de2b943bab9013902643ae5b:seat3.player',3,0,'seat3','player','{"id":9}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.123+00:00');
INSERT INTO "entry" VALUES(100,'82660223de2b943bab9013902643ae5b:seat4.player',3,0,'seat4','player','{"id":10}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.123+00:00');
INSERT INTO "entry" VALUES(101,'82660223de2b943bab9013902643ae5b:team1.brought',3,0,'team1','brought','{"reason":"","typed":"1200+35"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.123+00:00');
INSERT INTO "entry" VALUES(102,'82660223de2b943bab9013902643ae5b:team2.brought',3,0,'team2','brought','{"reason":"","typed":"-400"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.123+00:00');
INSERT INTO "entry" VALUES(103,'82660223de2b943bab9013902643ae5b:table.paper',3,0,'table','paper','{"as":"count","n":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.123+00:00');
INSERT INTO "entry" VALUES(104,'82660223de2b943bab9013902643ae5b:table.starter',3,3,'table','starter','{"seat":3}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.123+00:00');
INSERT INTO "entry" VALUES(105,'9188905e74c28e489b44e954ec0b9bca:seat1.red_threes_held',3,3,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(106,'9188905e74c28e489b44e954ec0b9bca:seat3.red_threes_held',3,3,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(107,'9188905e74c28e489b44e954ec0b9bca:team2.dirty',3,3,'team2','dirty','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(108,'9188905e74c28e489b44e954ec0b9bca:seat2.red_threes_held',3,3,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(109,'9188905e74c28e489b44e954ec0b9bca:table.ended',3,3,'table','ended','{"as":"out","seat":3}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(110,'9188905e74c28e489b44e954ec0b9bca:team1.melded',3,3,'team1','melded','{"as":"points","typed":"615"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(111,'9188905e74c28e489b44e954ec0b9bca:team1.clean',3,3,'team1','clean','{"as":"count","n":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(112,'9188905e74c28e489b44e954ec0b9bca:team1.dirty',3,3,'team1','dirty','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(113,'9188905e74c28e489b44e954ec0b9bca:seat1.left',3,3,'seat1','left','{"as":"points","typed":"40"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(114,'9188905e74c28e489b44e954ec0b9bca:seat3.left',3,3,'seat3','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(115,'9188905e74c28e489b44e954ec0b9bca:team2.melded',3,3,'team2','melded','{"as":"points","typed":"380"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(116,'9188905e74c28e489b44e954ec0b9bca:team2.clean',3,3,'team2','clean','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(117,'9188905e74c28e489b44e954ec0b9bca:seat2.left',3,3,'seat2','left','{"as":"points","typed":"95+20"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(118,'9188905e74c28e489b44e954ec0b9bca:seat4.left',3,3,'seat4','left','{"as":"points","typed":"15"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(119,'9188905e74c28e489b44e954ec0b9bca:seat4.red_threes_held',3,3,'seat4','red_threes_held','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(120,'9188905e74c28e489b44e954ec0b9bca:table.finished',3,3,'table','finished','{"yes":true}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.798+00:00');
INSERT INTO "entry" VALUES(121,'38db3aed920cf82ab059bfccbd02be6a',3,4,'table','starter','{"seat":4}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.881+00:00');
INSERT INTO "entry" VALUES(122,'621bf66ddb7c962aa0d22ac97d69b793:team1.dirty',3,4,'team1','dirty','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(123,'621bf66ddb7c962aa0d22ac97d69b793:seat1.red_threes_held',3,4,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(124,'621bf66ddb7c962aa0d22ac97d69b793:seat3.red_threes_held',3,4,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(125,'621bf66ddb7c962aa0d22ac97d69b793:team2.clean',3,4,'team2','clean','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(126,'621bf66ddb7c962aa0d22ac97d69b793:team2.dirty',3,4,'team2','dirty','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(127,'621bf66ddb7c962aa0d22ac97d69b793:seat2.red_threes_held',3,4,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(128,'621bf66ddb7c962aa0d22ac97d69b793:seat4.red_threes_held',3,4,'seat4','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(129,'621bf66ddb7c962aa0d22ac97d69b793:table.ended',3,4,'table','ended','{"as":"stock"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(130,'621bf66ddb7c962aa0d22ac97d69b793:team1.melded',3,4,'team1','melded','{"as":"points","typed":"400"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(131,'621bf66ddb7c962aa0d22ac97d69b793:team1.clean',3,4,'team1','clean','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(132,'621bf66ddb7c962aa0d22ac97d69b793:seat1.left',3,4,'seat1','left','{"as":"points","typed":"5"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(133,'621bf66ddb7c962aa0d22ac97d69b793:seat3.left',3,4,'seat3','left','{"as":"points","typed":"15"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(134,'621bf66ddb7c962aa0d22ac97d69b793:team2.melded',3,4,'team2','melded','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(135,'621bf66ddb7c962aa0d22ac97d69b793:seat2.left',3,4,'seat2','left','{"as":"points","typed":"10"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(136,'621bf66ddb7c962aa0d22ac97d69b793:seat4.left',3,4,'seat4','left','{"as":"points","typed":"200"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(137,'621bf66ddb7c962aa0d22ac97d69b793:table.finished',3,4,'table','finished','{"yes":true}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:47.965+00:00');
INSERT INTO "entry" VALUES(138,'b1a59b315fc9a3002ce38bbe070ec3f5:rematch-3:table.rules',4,0,'table','rules','{"bonuses":[],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[{"key":"books","label":"Books needed to go out","options":[{"add":{},"assumed":[],"label":"Full: 4 red and 5 black, for two players 3 and 4","reported":[],"set":{},"value":"full"},{"add":{},"assumed":[],"label":"Short: 1 red and 1 black","reported":[],"set":{"going_out.cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}]},"value":"short"}],"players":[]},{"key":"cards","label":"Cards in the hand and in the foot","options":[{"add":{},"assumed":[],"label":"11 and 11","reported":[],"set":{},"value":"11"},{"add":{},"assumed":[],"label":"13 and 13","reported":[],"set":{"tables.0.foot":13,"tables.0.hand":13},"value":"13"}],"players":[4]},{"key":"pickup","label":"Cards taken from the pile","options":[{"add":{},"assumed":[],"label":"The top card and the next five","reported":[],"set":{},"value":"6"},{"add":{},"assumed":[],"label":"The top card and the next six","reported":[],"set":{"play.take.cards":7},"value":"7"}],"players":[]},{"key":"finished_books","label":"Adding to finished books","options":[{"add":{},"assumed":[],"label":"At any time","reported":[],"set":{},"value":"any-time"},{"add":{},"assumed":[],"label":"Only when going out","reported":[],"set":{"melds.beyond_book":"going_out"},"value":"going-out"}],"players":[]},{"key":"black_threes","label":"Black threes","options":[{"add":{},"assumed":[],"label":"Only discarded","reported":[],"set":{},"value":"discard"},{"add":{},"assumed":["threes.black.laid.pays"],"label":"Three or more may be melded when going out, without wild cards and never as a book","reported":[],"set":{"melds.black_threes":"going_out","threes.black.laid.counted":"with_cards","threes.black.laid.pays":[{"from":1,"per":"card","points":5}]},"value":"meld"}],"players":[]},{"key":"swipe","label":"Swipe cards","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{},"assumed":[],"label":"On: a finished book steals cards from the other team; cards count where they lie","reported":[],"set":{"play.swipe":true},"value":"on"}],"players":[]},{"key":"bolivias","label":"Books of wild cards","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{"books":[{"begun":"any_time","cards":7,"code":"bolivia","counts_for":[],"made_of":"wilds","many":"Bolivias","most":"any","one":"Bolivia","points":1500,"ranks":[],"unfinished":0}]},"assumed":["books.bolivia.points","books.bolivia.unfinished","books.bolivia.most","books.bolivia.counts_for","books.bolivia.begun"],"label":"On: a bolivia is seven wild cards","reported":[],"set":{"melds.wild_melds":true},"value":"on"}],"players":[]},{"key":"sambas","label":"Books in sequence","options":[{"add":{},"assumed":[],"label":"Off","reported":[],"set":{},"value":"off"},{"add":{"books":[{"begun":"any_time","cards":7,"code":"samba","counts_for":[],"made_of":"sequence","many":"Sambas","most":"any","one":"Samba","points":1500,"ranks":[],"unfinished":0}]},"assumed":["books.samba.unfinished","books.samba.most","books.samba.counts_for","books.samba.begun"],"label":"On: a samba is seven cards of one suit in sequence, without threes and wild cards","reported":["books.samba.cards","books.samba.points"],"set":{"melds.sequences":true},"value":"on"}],"players":[]}],"combinations":[],"document":"Hand & Foot Friends & Family Edition","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":4,"dirty":5},"players":[4],"points":100,"rounds":[]},{"concealed":"either","needs":{"clean":3,"dirty":4},"players":[2],"points":100,"rounds":[]}],"extra_books":"after_needs","last_card":"discard","leave":"courtesy","partner_in_foot":false,"penalty":0,"wild_discard":false,"without_books":"forbidden"},"melds":{"beyond_book":"any_time","black_threes":"never","book_most_wilds":3,"book_wilds":"fewer_than_naturals","books_of_one_rank":1,"most_wilds":3,"opening_most_cards":7,"opening_wilds":"as_any_meld","sequences":false,"smallest":3,"wild_melds":false,"wilds":"fewer_than_naturals"},"name":"Friends & Family","notes":["A meld begins as three naturals or as a natural pair with one wild card; more may follow at once.","A wild card may never be discarded, and no three can be taken from the pile.","A team that has a book of a rank may not begin that rank again, nor take it from the pile.","No extra book of one kind, not even one forced by the pile, before the needed number of both kinds is there.","If the pile has been turned over and nobody can play on, the round ends and is scored as usual, without a going-out bonus (assumed).","The points of books never count towards an opening minimum (assumed).","Equal totals are a tie."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":"any","passed":"none","starts":"left_of_dealer","swipe":false,"take":{"cards":6,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["tables.0.decks","tables.0.jokers","tables.1.decks","tables.1.jokers","stock.round","play.starts"],"reported":[]},"schema":1,"slug":"friends-family","stock":{"round":"scored","runs_out":"turn_pile"},"summary":"Four rounds for two teams or two players, many books needed to go out, and a last card that has to be discarded.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2},{"decks":3,"foot":15,"hand":15,"jokers":2,"knee":0,"players":2,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.552+00:00');
INSERT INTO "entry" VALUES(139,'b1a59b315fc9a3002ce38bbe070ec3f5:rematch-3:table.choices',4,0,'table','choices','{"black_threes":"discard","bolivias":"off","books":"short","cards":"11","finished_books":"any-time","pickup":"6","sambas":"off","swipe":"off"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.552+00:00');
INSERT INTO "entry" VALUES(140,'b1a59b315fc9a3002ce38bbe070ec3f5:rematch-3:table.shape',4,0,'table','shape','{"players":4,"teams":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.552+00:00');
INSERT INTO "entry" VALUES(141,'b1a59b315fc9a3002ce38bbe070ec3f5:rematch-3:table.decks',4,0,'table','decks','{"as":"count","n":5}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.552+00:00');
INSERT INTO "entry" VALUES(142,'b1a59b315fc9a3002ce38bbe070ec3f5:rematch-3:table.engine',4,0,'table','engine','"0.1.0"',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.552+00:00');
INSERT INTO "entry" VALUES(143,'b1a59b315fc9a3002ce38bbe070ec3f5:rematch-3:seat1.player',4,0,'seat1','player','{"id":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.552+00:00');
INSERT INTO "entry" VALUES(144,'b1a59b315fc9a3002ce38bbe070ec3f5:rematch-3:seat2.player',4,0,'seat2','player','{"id":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.552+00:00');
INSERT INTO "entry" VALUES(145,'b1a59b315fc9a3002ce38bbe070ec3f5:rematch-3:seat3.player',4,0,'seat3','player','{"id":9}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.552+00:00');
INSERT INTO "entry" VALUES(146,'b1a59b315fc9a3002ce38bbe070ec3f5:rematch-3:seat4.player',4,0,'seat4','player','{"id":10}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.552+00:00');
INSERT INTO "entry" VALUES(147,'5b0646c1d42e41a620500b3ff7367e50:table.rules',5,0,'table','rules','{"bonuses":[{"cases":[{"players":[],"points":100,"rounds":[]}],"code":"exact_cut","grade_of":"cut","kind":"cut","many":"Exact cuts of 22","most":1,"one":"Exact cut of 22","per":"player"}],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Clean books","most":"any","one":"Clean book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Dirty books","most":"any","one":"Dirty book","points":300,"ranks":[],"unfinished":0},{"begun":"opening","cards":7,"code":"aces","counts_for":["clean"],"made_of":"naturals","many":"Books of aces","most":1,"one":"Book of aces","points":1000,"ranks":["A"],"unfinished":-1000},{"begun":"opening","cards":7,"code":"sevens","counts_for":["clean"],"made_of":"naturals","many":"Books of sevens","most":1,"one":"Book of sevens","points":1000,"ranks":["7"],"unfinished":-1000}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[],"combinations":[],"document":"Newcomers of Catawba Valley – Hand and Foot Canasta","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":3,"dirty":4},"players":[],"points":500,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"binding","partner_in_foot":false,"penalty":0,"wild_discard":true,"without_books":"forbidden"},"melds":{"beyond_book":"going_out_or_last_turn","black_threes":"never","book_most_wilds":"any","book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":7,"opening_wilds":"as_any_meld","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Catawba Valley","notes":["A book of aces or sevens counts as begun in time in the team''s opening or in the partner''s own first melding turn (so read, assumed); begun later it is an ordinary clean book.","Once begun in time, a book of aces or sevens may not be made dirty.","A team whose opening falls short takes it back, and may not meld aces or sevens this round if it used them.","The first player may take all the turned-up cards with a natural pair of the top one and a good opening, or the first of them alone, or draw.","The joker is high in the cut, then two, ace and so on down; after the first round the start moves on (assumed).","In the last turn after the stock ran out nothing more is put on the pile; red threes cost the same then (assumed).","The points of books never count towards an opening minimum.","Equal totals are a tie (assumed)."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":"any","passed":"left","starts":"high_cut","swipe":false,"take":{"cards":7,"exactly":false,"needs":"natural_pair"},"turned_up":7},"provenance":{"assumed":["threes.red.laid","threes.black.laid","books.aces.begun","books.sevens.begun","melds.wilds","melds.wild_melds","melds.black_threes","going_out.leave","stock.round","end","play.starts"],"reported":[]},"schema":1,"slug":"catawba","stock":{"round":"scored","runs_out":"last_turn"},"summary":"Four rounds, exact cuts, and 1,000 points won or lost on a book of aces and a book of sevens begun in the opening.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-300}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":0}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.666+00:00');
INSERT INTO "entry" VALUES(148,'5b0646c1d42e41a620500b3ff7367e50:table.choices',5,0,'table','choices','{}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.666+00:00');
INSERT INTO "entry" VALUES(149,'5b0646c1d42e41a620500b3ff7367e50:table.shape',5,0,'table','shape','{"players":4,"teams":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.666+00:00');
INSERT INTO "entry" VALUES(150,'5b0646c1d42e41a620500b3ff7367e50:table.decks',5,0,'table','decks','{"as":"count","n":5}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.666+00:00');
INSERT INTO "entry" VALUES(151,'5b0646c1d42e41a620500b3ff7367e50:table.engine',5,0,'table','engine','"0.1.0"',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.666+00:00');
INSERT INTO "entry" VALUES(152,'5b0646c1d42e41a620500b3ff7367e50:seat1.player',5,0,'seat1','player','{"id":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.666+00:00');
INSERT INTO "entry" VALUES(153,'5b0646c1d42e41a620500b3ff7367e50:seat2.player',5,0,'seat2','player','{"id":3}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.666+00:00');
INSERT INTO "entry" VALUES(154,'5b0646c1d42e41a620500b3ff7367e50:seat3.player',5,0,'seat3','player','{"id":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.666+00:00');
INSERT INTO "entry" VALUES(155,'5b0646c1d42e41a620500b3ff7367e50:seat4.player',5,0,'seat4','player','{"id":4}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.666+00:00');
INSERT INTO "entry" VALUES(156,'39059724f73a9969845dfe4146c5660e:team1.aces',5,1,'team1','aces','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:48.935+00:00');
INSERT INTO "entry" VALUES(157,'7a614fd06c325499f1680b9896beedeb:team2.lost_sevens',5,1,'team2','lost_sevens','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.001+00:00');
INSERT INTO "entry" VALUES(158,'d947bf06a885db0d477d707121934ff8:seat1.red_threes_held',5,1,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(159,'d947bf06a885db0d477d707121934ff8:seat3.red_threes_held',5,1,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(160,'d947bf06a885db0d477d707121934ff8:seat2.red_threes_held',5,1,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(161,'d947bf06a885db0d477d707121934ff8:table.ended',5,1,'table','ended','{"as":"out","seat":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(162,'d947bf06a885db0d477d707121934ff8:team1.melded',5,1,'team1','melded','{"as":"points","typed":"640"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(163,'d947bf06a885db0d477d707121934ff8:team1.clean',5,1,'team1','clean','{"as":"count","n":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(164,'d947bf06a885db0d477d707121934ff8:team1.dirty',5,1,'team1','dirty','{"as":"count","n":4}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(165,'d947bf06a885db0d477d707121934ff8:team1.unfinished_sevens',5,1,'team1','unfinished_sevens','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(166,'d947bf06a885db0d477d707121934ff8:seat1.left',5,1,'seat1','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(167,'d947bf06a885db0d477d707121934ff8:seat1.exact_cut',5,1,'seat1','exact_cut','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(168,'d947bf06a885db0d477d707121934ff8:seat3.left',5,1,'seat3','left','{"as":"points","typed":"150"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(169,'d947bf06a885db0d477d707121934ff8:team2.melded',5,1,'team2','melded','{"as":"points","typed":"305"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(170,'d947bf06a885db0d477d707121934ff8:team2.clean',5,1,'team2','clean','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(171,'d947bf06a885db0d477d707121934ff8:team2.dirty',5,1,'team2','dirty','{"as":"count","n":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(172,'d947bf06a885db0d477d707121934ff8:seat2.left',5,1,'seat2','left','{"as":"points","typed":"100"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(173,'d947bf06a885db0d477d707121934ff8:seat4.left',5,1,'seat4','left','{"as":"points","typed":"45"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(174,'d947bf06a885db0d477d707121934ff8:seat4.red_threes_held',5,1,'seat4','red_threes_held','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(175,'d947bf06a885db0d477d707121934ff8:table.finished',5,1,'table','finished','{"yes":true}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.095+00:00');
INSERT INTO "entry" VALUES(176,'db8e1af0cb3aca1ae2d0018624204529:team1.dirty',5,2,'team1','dirty','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(177,'db8e1af0cb3aca1ae2d0018624204529:seat1.red_threes_held',5,2,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(178,'db8e1af0cb3aca1ae2d0018624204529:seat3.red_threes_held',5,2,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(179,'db8e1af0cb3aca1ae2d0018624204529:team2.clean',5,2,'team2','clean','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(180,'db8e1af0cb3aca1ae2d0018624204529:seat2.red_threes_held',5,2,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(181,'db8e1af0cb3aca1ae2d0018624204529:seat4.red_threes_held',5,2,'seat4','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(182,'db8e1af0cb3aca1ae2d0018624204529:table.ended',5,2,'table','ended','{"as":"stock"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(183,'db8e1af0cb3aca1ae2d0018624204529:team1.melded',5,2,'team1','melded','{"as":"points","typed":"500"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(184,'db8e1af0cb3aca1ae2d0018624204529:team1.clean',5,2,'team1','clean','{"as":"count","n":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(185,'db8e1af0cb3aca1ae2d0018624204529:seat1.left',5,2,'seat1','left','{"as":"points","typed":"25"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(186,'db8e1af0cb3aca1ae2d0018624204529:seat3.left',5,2,'seat3','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(187,'db8e1af0cb3aca1ae2d0018624204529:team2.melded',5,2,'team2','melded','{"as":"points","typed":"410"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(188,'db8e1af0cb3aca1ae2d0018624204529:team2.dirty',5,2,'team2','dirty','{"as":"count","n":3}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(189,'db8e1af0cb3aca1ae2d0018624204529:seat2.left',5,2,'seat2','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(190,'db8e1af0cb3aca1ae2d0018624204529:seat4.left',5,2,'seat4','left','{"as":"points","typed":"30"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(191,'db8e1af0cb3aca1ae2d0018624204529:table.finished',5,2,'table','finished','{"yes":true}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.225+00:00');
INSERT INTO "entry" VALUES(192,'07cdfd23373b17c6b337251c22b7ea57:team1.dirty',5,3,'team1','dirty','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(193,'07cdfd23373b17c6b337251c22b7ea57:seat1.red_threes_held',5,3,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(194,'07cdfd23373b17c6b337251c22b7ea57:seat3.red_threes_held',5,3,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(195,'07cdfd23373b17c6b337251c22b7ea57:team2.clean',5,3,'team2','clean','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(196,'07cdfd23373b17c6b337251c22b7ea57:seat2.red_threes_held',5,3,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(197,'07cdfd23373b17c6b337251c22b7ea57:seat4.red_threes_held',5,3,'seat4','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(198,'07cdfd23373b17c6b337251c22b7ea57:table.ended',5,3,'table','ended','{"as":"stock"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(199,'07cdfd23373b17c6b337251c22b7ea57:team1.melded',5,3,'team1','melded','{"as":"points","typed":"500"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(200,'07cdfd23373b17c6b337251c22b7ea57:team1.clean',5,3,'team1','clean','{"as":"count","n":3}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(201,'07cdfd23373b17c6b337251c22b7ea57:seat1.left',5,3,'seat1','left','{"as":"points","typed":"25"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(202,'07cdfd23373b17c6b337251c22b7ea57:seat3.left',5,3,'seat3','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(203,'07cdfd23373b17c6b337251c22b7ea57:team2.melded',5,3,'team2','melded','{"as":"points","typed":"410"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(204,'07cdfd23373b17c6b337251c22b7ea57:team2.dirty',5,3,'team2','dirty','{"as":"count","n":3}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(205,'07cdfd23373b17c6b337251c22b7ea57:seat2.left',5,3,'seat2','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(206,'07cdfd23373b17c6b337251c22b7ea57:seat4.left',5,3,'seat4','left','{"as":"points","typed":"30"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(207,'07cdfd23373b17c6b337251c22b7ea57:table.finished',5,3,'table','finished','{"yes":true}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.353+00:00');
INSERT INTO "entry" VALUES(208,'92c8c96e4c37100777c7190b76d28233:team1.dirty',5,4,'team1','dirty','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(209,'92c8c96e4c37100777c7190b76d28233:seat1.red_threes_held',5,4,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(210,'92c8c96e4c37100777c7190b76d28233:seat3.red_threes_held',5,4,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(211,'92c8c96e4c37100777c7190b76d28233:team2.clean',5,4,'team2','clean','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(212,'92c8c96e4c37100777c7190b76d28233:seat2.red_threes_held',5,4,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(213,'92c8c96e4c37100777c7190b76d28233:seat4.red_threes_held',5,4,'seat4','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(214,'92c8c96e4c37100777c7190b76d28233:table.ended',5,4,'table','ended','{"as":"stock"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(215,'92c8c96e4c37100777c7190b76d28233:team1.melded',5,4,'team1','melded','{"as":"points","typed":"500"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(216,'92c8c96e4c37100777c7190b76d28233:team1.clean',5,4,'team1','clean','{"as":"count","n":4}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(217,'92c8c96e4c37100777c7190b76d28233:seat1.left',5,4,'seat1','left','{"as":"points","typed":"25"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(218,'92c8c96e4c37100777c7190b76d28233:seat3.left',5,4,'seat3','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(219,'92c8c96e4c37100777c7190b76d28233:team2.melded',5,4,'team2','melded','{"as":"points","typed":"410"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(220,'92c8c96e4c37100777c7190b76d28233:team2.dirty',5,4,'team2','dirty','{"as":"count","n":3}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(221,'92c8c96e4c37100777c7190b76d28233:seat2.left',5,4,'seat2','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(222,'92c8c96e4c37100777c7190b76d28233:seat4.left',5,4,'seat4','left','{"as":"points","typed":"30"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(223,'92c8c96e4c37100777c7190b76d28233:table.finished',5,4,'table','finished','{"yes":true}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.473+00:00');
INSERT INTO "entry" VALUES(224,'16a5cdae362b8d27a1d8f8c7b78b4330',5,0,'table','end','{"not_before":5}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.672+00:00');
INSERT INTO "entry" VALUES(225,'839ab46820b524afda05122893c2fe8e:team1.melded',5,4,'team1','melded','{"as":"points","typed":"555"}',215,'applied','bfe397b1.1','2026-11-22T01:52:49.808+00:00');
INSERT INTO "entry" VALUES(226,'b5c93497c2a063c7e7cca8b70ca05292:table.rules',6,0,'table','rules','{"bonuses":[{"cases":[{"players":[],"points":100,"rounds":[]}],"code":"exact_deal","grade_of":"deal","kind":"deal","many":"Exact deals","most":1,"one":"Exact deal","per":"player"}],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Clean books","most":"any","one":"Clean book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Dirty books","most":"any","one":"Dirty book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":5,"9":5,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[{"key":"length","label":"How long the game lasts","options":[{"add":{},"assumed":[],"label":"Three rounds","reported":[],"set":{},"value":"rounds"},{"add":{},"assumed":[],"label":"What 90 minutes hold","reported":[],"set":{"end.by":"time","end.minutes":90,"end.rounds":"none"},"value":"time"}],"players":[]}],"combinations":[],"document":"Good Sam clubs, Florida","end":{"by":"rounds","minutes":"none","rounds":3,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":2,"dirty":2},"players":[],"points":100,"rounds":[]}],"extra_books":"any_time","last_card":"discard","leave":"binding","partner_in_foot":false,"penalty":0,"wild_discard":true,"without_books":"forbidden"},"melds":{"beyond_book":"naturals","black_threes":"never","book_most_wilds":3,"book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"as_any_meld","sequences":false,"smallest":3,"wild_melds":false,"wilds":"fewer_than_naturals"},"name":"Good Sam","notes":["Whether a partner''s no stops a player from going out is not told; here it does (assumed).","In a game by the clock the last minimum repeats (assumed).","Equal totals are a tie (assumed)."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":90,"players":[]},{"books":[],"from":2,"minimum":120,"players":[]},{"books":[],"from":3,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":"any","passed":"none","starts":"high_cut","swipe":false,"take":{"cards":6,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["combinations","tables","cards.joker","cards.2","cards.A","cards.K","cards.Q","cards.J","cards.10","threes.red.laid","threes.black.laid","books","melds","going_out.wild_discard","going_out.leave","going_out.partner_in_foot","going_out.without_books","going_out.penalty","going_out.extra_books","bonuses.exact_deal.per","bonuses.exact_deal.most","stock","play"],"reported":[]},"schema":1,"slug":"good-sam","stock":{"round":"scored","runs_out":"turn_pile"},"summary":"Three rounds, or what ninety minutes hold, with a bonus for dealing exactly and a last card to discard.","tables":[{"decks":4,"foot":13,"hand":13,"jokers":2,"knee":0,"players":4,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":0}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.905+00:00');
INSERT INTO "entry" VALUES(227,'b5c93497c2a063c7e7cca8b70ca05292:table.choices',6,0,'table','choices','{"length":"time"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.905+00:00');
INSERT INTO "entry" VALUES(228,'b5c93497c2a063c7e7cca8b70ca05292:table.shape',6,0,'table','shape','{"players":4,"teams":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.905+00:00');
INSERT INTO "entry" VALUES(229,'b5c93497c2a063c7e7cca8b70ca05292:table.decks',6,0,'table','decks','{"as":"count","n":4}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.905+00:00');
INSERT INTO "entry" VALUES(230,'b5c93497c2a063c7e7cca8b70ca05292:table.engine',6,0,'table','engine','"0.1.0"',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.905+00:00');
INSERT INTO "entry" VALUES(231,'b5c93497c2a063c7e7cca8b70ca05292:seat1.player',6,0,'seat1','player','{"id":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.905+00:00');
INSERT INTO "entry" VALUES(232,'b5c93497c2a063c7e7cca8b70ca05292:seat2.player',6,0,'seat2','player','{"id":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.905+00:00');
INSERT INTO "entry" VALUES(233,'b5c93497c2a063c7e7cca8b70ca05292:seat3.player',6,0,'seat3','player','{"id":3}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.905+00:00');
INSERT INTO "entry" VALUES(234,'b5c93497c2a063c7e7cca8b70ca05292:seat4.player',6,0,'seat4','player','{"id":4}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:49.905+00:00');
INSERT INTO "entry" VALUES(235,'6883966fd8f918a4aa29be29d2c386fb:team1.clean',6,1,'team1','clean','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(236,'6883966fd8f918a4aa29be29d2c386fb:team1.dirty',6,1,'team1','dirty','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(237,'6883966fd8f918a4aa29be29d2c386fb:seat1.red_threes_held',6,1,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(238,'6883966fd8f918a4aa29be29d2c386fb:seat3.red_threes_held',6,1,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(239,'6883966fd8f918a4aa29be29d2c386fb:team2.clean',6,1,'team2','clean','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(240,'6883966fd8f918a4aa29be29d2c386fb:team2.dirty',6,1,'team2','dirty','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(241,'6883966fd8f918a4aa29be29d2c386fb:seat2.red_threes_held',6,1,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(242,'6883966fd8f918a4aa29be29d2c386fb:seat4.red_threes_held',6,1,'seat4','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(243,'6883966fd8f918a4aa29be29d2c386fb:table.ended',6,1,'table','ended','{"as":"stock"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(244,'6883966fd8f918a4aa29be29d2c386fb:team1.melded',6,1,'team1','melded','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(245,'6883966fd8f918a4aa29be29d2c386fb:seat1.left',6,1,'seat1','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(246,'6883966fd8f918a4aa29be29d2c386fb:seat3.left',6,1,'seat3','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(247,'6883966fd8f918a4aa29be29d2c386fb:team1.adjustment1',6,1,'team1','adjustment1','{"reason":"Late","typed":"-50"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(248,'6883966fd8f918a4aa29be29d2c386fb:team2.melded',6,1,'team2','melded','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(249,'6883966fd8f918a4aa29be29d2c386fb:seat2.left',6,1,'seat2','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(250,'6883966fd8f918a4aa29be29d2c386fb:seat4.left',6,1,'seat4','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(251,'6883966fd8f918a4aa29be29d2c386fb:table.finished',6,1,'table','finished','{"yes":true}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.065+00:00');
INSERT INTO "entry" VALUES(252,'d296c101daa88a51f6ca8cfc1ac79b50',6,0,'table','end','{"over_after":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.140+00:00');
INSERT INTO "entry" VALUES(253,'94f6d7e04a4d452035300f18b984988c',6,0,'table','end','{"not_before":2}',0,'conflict','bfe397b1.1','2026-11-22T01:52:50.236+00:00');
INSERT INTO "entry" VALUES(254,'e901de435301a8052ac0805a172a77a7:table.rules',7,0,'table','rules','{"bonuses":[],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[],"combinations":[],"document":"Rules of 2 hand, Hand Foot Canasta","end":{"by":"target","minutes":"none","rounds":"none","targets":[{"players":[],"points":10000}]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"none","partner_in_foot":false,"penalty":-500,"wild_discard":true,"without_books":"severe_penalty"},"melds":{"beyond_book":"naturals","black_threes":"never","book_most_wilds":"any","book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"pair_and_one","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Two-Handed","notes":["Wild cards may never be added to a closed book.","You may not play on the other player''s books.","A pile with fewer cards than have to be taken cannot be taken; nothing of it has to be melded.","A pile topped by a wild card or a three cannot be taken.","In the first round, and when totals are equal, the high cut starts (assumed).","The points of books never count towards an opening minimum.","If both players reach the target in a round, the higher total wins; equal totals are a tie (assumed)."],"opening":{"by":"total","steps":[{"books":[],"from":"lowest","minimum":50,"players":[]},{"books":[],"from":3001,"minimum":90,"players":[]},{"books":[],"from":6001,"minimum":120,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":40,"passed":"none","starts":"behind","swipe":false,"take":{"cards":7,"exactly":true,"needs":"nothing"},"turned_up":0},"provenance":{"assumed":["tables.0.jokers","threes.red.held","threes.black.held","opening.steps.0.from","going_out.penalty","play.starts"],"reported":[]},"schema":1,"slug":"two-handed","stock":{"round":"void","runs_out":"turn_pile"},"summary":"Two players to 10,000 points; minimums follow each player''s own total, and going out too soon is punished.","tables":[{"decks":3,"foot":11,"hand":11,"jokers":2,"knee":0,"players":2,"teams":2}],"threes":[{"color":"red","counted":"never","pays":[],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":0}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.305+00:00');
INSERT INTO "entry" VALUES(255,'e901de435301a8052ac0805a172a77a7:table.choices',7,0,'table','choices','{}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.305+00:00');
INSERT INTO "entry" VALUES(256,'e901de435301a8052ac0805a172a77a7:table.shape',7,0,'table','shape','{"players":2,"teams":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.305+00:00');
INSERT INTO "entry" VALUES(257,'e901de435301a8052ac0805a172a77a7:table.decks',7,0,'table','decks','{"as":"count","n":3}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.305+00:00');
INSERT INTO "entry" VALUES(258,'e901de435301a8052ac0805a172a77a7:table.engine',7,0,'table','engine','"0.1.0"',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.305+00:00');
INSERT INTO "entry" VALUES(259,'e901de435301a8052ac0805a172a77a7:seat1.player',7,0,'seat1','player','{"id":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.305+00:00');
INSERT INTO "entry" VALUES(260,'e901de435301a8052ac0805a172a77a7:seat2.player',7,0,'seat2','player','{"id":11}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.305+00:00');
INSERT INTO "entry" VALUES(261,'a8c88a0055f636e4a163a5e3d16adab7:team1.clean',7,1,'team1','clean','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.466+00:00');
INSERT INTO "entry" VALUES(262,'a8c88a0055f636e4a163a5e3d16adab7:team1.dirty',7,1,'team1','dirty','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.466+00:00');
INSERT INTO "entry" VALUES(263,'a8c88a0055f636e4a163a5e3d16adab7:team2.clean',7,1,'team2','clean','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.466+00:00');
INSERT INTO "entry" VALUES(264,'a8c88a0055f636e4a163a5e3d16adab7:team2.dirty',7,1,'team2','dirty','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.466+00:00');
INSERT INTO "entry" VALUES(265,'a8c88a0055f636e4a163a5e3d16adab7:table.ended',7,1,'table','ended','{"as":"stock"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.466+00:00');
INSERT INTO "entry" VALUES(266,'a8c88a0055f636e4a163a5e3d16adab7:team1.melded',7,1,'team1','melded','{"as":"points","typed":"450"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.466+00:00');
INSERT INTO "entry" VALUES(267,'a8c88a0055f636e4a163a5e3d16adab7:seat1.left',7,1,'seat1','left','{"as":"points","typed":"15"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.466+00:00');
INSERT INTO "entry" VALUES(268,'a8c88a0055f636e4a163a5e3d16adab7:team2.melded',7,1,'team2','melded','{"as":"points","typed":"120"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.466+00:00');
INSERT INTO "entry" VALUES(269,'a8c88a0055f636e4a163a5e3d16adab7:seat2.left',7,1,'seat2','left','{"as":"points","typed":"60"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.466+00:00');
INSERT INTO "entry" VALUES(270,'a8c88a0055f636e4a163a5e3d16adab7:table.finished',7,1,'table','finished','{"yes":true}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.466+00:00');
INSERT INTO "entry" VALUES(271,'eddea82ad2755b24c4e168c5fc2ebd40',7,0,'table','end','{"over_after":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.499+00:00');
INSERT INTO "entry" VALUES(272,'950a4152c2b4aa3ad78bdd6b366cc179:rematch-7:table.rules',8,0,'table','rules','{"bonuses":[],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[],"combinations":[],"document":"Rules of 2 hand, Hand Foot Canasta","end":{"by":"target","minutes":"none","rounds":"none","targets":[{"players":[],"points":10000}]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"none","partner_in_foot":false,"penalty":-500,"wild_discard":true,"without_books":"severe_penalty"},"melds":{"beyond_book":"naturals","black_threes":"never","book_most_wilds":"any","book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"pair_and_one","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Two-Handed","notes":["Wild cards may never be added to a closed book.","You may not play on the other player''s books.","A pile with fewer cards than have to be taken cannot be taken; nothing of it has to be melded.","A pile topped by a wild card or a three cannot be taken.","In the first round, and when totals are equal, the high cut starts (assumed).","The points of books never count towards an opening minimum.","If both players reach the target in a round, the higher total wins; equal totals are a tie (assumed)."],"opening":{"by":"total","steps":[{"books":[],"from":"lowest","minimum":50,"players":[]},{"books":[],"from":3001,"minimum":90,"players":[]},{"books":[],"from":6001,"minimum":120,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":40,"passed":"none","starts":"behind","swipe":false,"take":{"cards":7,"exactly":true,"needs":"nothing"},"turned_up":0},"provenance":{"assumed":["tables.0.jokers","threes.red.held","threes.black.held","opening.steps.0.from","going_out.penalty","play.starts"],"reported":[]},"schema":1,"slug":"two-handed","stock":{"round":"void","runs_out":"turn_pile"},"summary":"Two players to 10,000 points; minimums follow each player''s own total, and going out too soon is punished.","tables":[{"decks":3,"foot":11,"hand":11,"jokers":2,"knee":0,"players":2,"teams":2}],"threes":[{"color":"red","counted":"never","pays":[],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":0}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.576+00:00');
INSERT INTO "entry" VALUES(273,'950a4152c2b4aa3ad78bdd6b366cc179:rematch-7:table.choices',8,0,'table','choices','{}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.576+00:00');
INSERT INTO "entry" VALUES(274,'950a4152c2b4aa3ad78bdd6b366cc179:rematch-7:table.shape',8,0,'table','shape','{"players":2,"teams":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.576+00:00');
INSERT INTO "entry" VALUES(275,'950a4152c2b4aa3ad78bdd6b366cc179:rematch-7:table.decks',8,0,'table','decks','{"as":"count","n":3}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.576+00:00');
INSERT INTO "entry" VALUES(276,'950a4152c2b4aa3ad78bdd6b366cc179:rematch-7:table.engine',8,0,'table','engine','"0.1.0"',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.576+00:00');
INSERT INTO "entry" VALUES(277,'950a4152c2b4aa3ad78bdd6b366cc179:rematch-7:seat1.player',8,0,'seat1','player','{"id":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.576+00:00');
INSERT INTO "entry" VALUES(278,'950a4152c2b4aa3ad78bdd6b366cc179:rematch-7:seat2.player',8,0,'seat2','player','{"id":11}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.576+00:00');
INSERT INTO "entry" VALUES(279,'364a40d03c55f2be4d71469a8fd7e98a:table.rules',9,0,'table','rules','{"bonuses":[{"cases":[{"players":[],"points":100,"rounds":[]}],"code":"exact_cut","grade_of":"cut","kind":"cut","many":"Exact cuts of 22","most":1,"one":"Exact cut of 22","per":"player"}],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[],"combinations":[],"document":"Rules of 4 hand, Hand Foot Canasta","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"if_you_like","partner_in_foot":false,"penalty":-500,"wild_discard":true,"without_books":"severe_penalty"},"melds":{"beyond_book":"naturals","black_threes":"never","book_most_wilds":"any","book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"pair_and_one","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Partnership Hand & Foot","notes":["Wild cards may never be added to a closed book.","You may not play on the other team''s books.","A pile topped by a wild card or a three cannot be taken.","The points of books never count towards an opening minimum.","A team that goes out without its books keeps only its exact cuts (assumed), and pays for what its partner holds.","Equal totals are a tie (assumed)."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":40,"passed":"none","starts":"first_cutter","swipe":false,"take":{"cards":7,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["tables.0.jokers","stock.round","going_out.penalty"],"reported":[]},"schema":1,"slug":"partnership","stock":{"round":"scored","runs_out":"round_ends"},"summary":"Four players in two partnerships, four rounds, exact cuts, and a severe penalty for going out too soon.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.704+00:00');
INSERT INTO "entry" VALUES(280,'364a40d03c55f2be4d71469a8fd7e98a:table.choices',9,0,'table','choices','{}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.704+00:00');
INSERT INTO "entry" VALUES(281,'364a40d03c55f2be4d71469a8fd7e98a:table.shape',9,0,'table','shape','{"players":4,"teams":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.704+00:00');
INSERT INTO "entry" VALUES(282,'364a40d03c55f2be4d71469a8fd7e98a:table.decks',9,0,'table','decks','{"as":"count","n":5}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.704+00:00');
INSERT INTO "entry" VALUES(283,'364a40d03c55f2be4d71469a8fd7e98a:table.engine',9,0,'table','engine','"0.1.0"',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.704+00:00');
INSERT INTO "entry" VALUES(284,'364a40d03c55f2be4d71469a8fd7e98a:seat1.player',9,0,'seat1','player','{"id":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.704+00:00');
INSERT INTO "entry" VALUES(285,'364a40d03c55f2be4d71469a8fd7e98a:seat2.player',9,0,'seat2','player','{"id":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.704+00:00');
INSERT INTO "entry" VALUES(286,'364a40d03c55f2be4d71469a8fd7e98a:seat3.player',9,0,'seat3','player','{"id":3}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.704+00:00');
INSERT INTO "entry" VALUES(287,'364a40d03c55f2be4d71469a8fd7e98a:seat4.player',9,0,'seat4','player','{"id":4}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.704+00:00');
INSERT INTO "entry" VALUES(288,'432aca3a1e345e339f35a30c8f65edce:team1.clean',9,1,'team1','clean','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(289,'432aca3a1e345e339f35a30c8f65edce:team1.dirty',9,1,'team1','dirty','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(290,'432aca3a1e345e339f35a30c8f65edce:seat1.red_threes_held',9,1,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(291,'432aca3a1e345e339f35a30c8f65edce:seat3.red_threes_held',9,1,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(292,'432aca3a1e345e339f35a30c8f65edce:team2.clean',9,1,'team2','clean','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(293,'432aca3a1e345e339f35a30c8f65edce:team2.dirty',9,1,'team2','dirty','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(294,'432aca3a1e345e339f35a30c8f65edce:seat2.red_threes_held',9,1,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(295,'432aca3a1e345e339f35a30c8f65edce:seat4.red_threes_held',9,1,'seat4','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(296,'432aca3a1e345e339f35a30c8f65edce:table.ended',9,1,'table','ended','{"as":"stock"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(297,'432aca3a1e345e339f35a30c8f65edce:team1.melded',9,1,'team1','melded','{"as":"points","typed":"450"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(298,'432aca3a1e345e339f35a30c8f65edce:seat1.left',9,1,'seat1','left','{"as":"points","typed":"15"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(299,'432aca3a1e345e339f35a30c8f65edce:seat3.left',9,1,'seat3','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(300,'432aca3a1e345e339f35a30c8f65edce:team2.melded',9,1,'team2','melded','{"as":"points","typed":"120"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(301,'432aca3a1e345e339f35a30c8f65edce:seat2.left',9,1,'seat2','left','{"as":"points","typed":"60"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(302,'432aca3a1e345e339f35a30c8f65edce:seat4.left',9,1,'seat4','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(303,'432aca3a1e345e339f35a30c8f65edce:table.finished',9,1,'table','finished','{"yes":true}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:50.795+00:00');
INSERT INTO "entry" VALUES(304,'cd00692c3bfe59267d5ecfac5310286c:0.table.choices',9,0,'table','choices','{"target":"by-players"}',280,'applied','bfe397b1.1','2026-11-22T01:52:51.290+00:00');
INSERT INTO "entry" VALUES(305,'cd00692c3bfe59267d5ecfac5310286c:0.table.decks',9,0,'table','decks','{"as":"count","n":6}',282,'applied','bfe397b1.1','2026-11-22T01:52:51.290+00:00');
INSERT INTO "entry" VALUES(306,'cd00692c3bfe59267d5ecfac5310286c:0.table.rules',9,0,'table','rules','{"bonuses":[],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Black books","most":"any","one":"Black book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Red books","most":"any","one":"Red book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[{"key":"target","label":"The total that ends the game","options":[{"add":{},"assumed":[],"label":"By the number of players: 6,000, 8,000 or 15,000","reported":[],"set":{},"value":"by-players"},{"add":{},"assumed":[],"label":"6,000","reported":[],"set":{"end.targets":[{"players":[],"points":6000}]},"value":"6000"},{"add":{},"assumed":[],"label":"8,000","reported":[],"set":{"end.targets":[{"players":[],"points":8000}]},"value":"8000"},{"add":{},"assumed":[],"label":"15,000","reported":[],"set":{"end.targets":[{"players":[],"points":15000}]},"value":"15000"}],"players":[]}],"combinations":[],"document":"Hand and Foot Rules (southern Ohio, Rich Hamper)","end":{"by":"target","minutes":"none","rounds":"none","targets":[{"players":[4],"points":6000},{"players":[6],"points":8000},{"players":[8],"points":15000}]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":0,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"binding","partner_in_foot":false,"penalty":0,"wild_discard":true,"without_books":"forbidden"},"melds":{"beyond_book":"any_time","black_threes":"never","book_most_wilds":"any","book_wilds":"up_to_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"as_any_meld","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Southern Ohio","notes":["You may play on your own team''s melds only.","The points of books never count towards an opening minimum.","The first player is the one left of the dealer; the deal moves on clockwise.","If more than one team reaches the target in a round, the higher total wins; equal totals are a tie (assumed)."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":1,"hand_limit":"any","passed":"none","starts":"left_of_dealer","swipe":false,"take":{"cards":"all","exactly":false,"needs":"top_card_melded"},"turned_up":1},"provenance":{"assumed":["tables.0.jokers","tables.1.jokers","tables.2.jokers","cards","melds.wild_melds","melds.beyond_book","melds.books_of_one_rank","opening","going_out.last_card","going_out.wild_discard","stock","end.targets.2.points"],"reported":[]},"schema":1,"slug":"southern-ohio","stock":{"round":"scored","runs_out":"round_ends"},"summary":"Two teams race to 6,000, 8,000 or 15,000 points; clean books are called Black, dirty ones Red.","tables":[{"decks":4,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2},{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":6,"teams":2},{"decks":8,"foot":11,"hand":11,"jokers":2,"knee":0,"players":8,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-300}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',279,'applied','bfe397b1.1','2026-11-22T01:52:51.290+00:00');
INSERT INTO "entry" VALUES(307,'40008b9a5380fcacce3976bf7c08af5b:0.seat1.player',9,0,'seat1','player','{"id":12}',284,'applied','bfe397b1.1','2026-11-22T01:52:51.680+00:00');
INSERT INTO "entry" VALUES(308,'3ad7c2ebb96fcba7cda0cf54a2e802f5:0.table.paper',9,0,'table','paper','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(309,'3ad7c2ebb96fcba7cda0cf54a2e802f5:0.team1.brought',9,0,'team1','brought','{"reason":"","typed":"300"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(310,'3ad7c2ebb96fcba7cda0cf54a2e802f5:0.team2.brought',9,0,'team2','brought','{"reason":"","typed":"100"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(311,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.seat1.left',9,1,'seat1','left','null',298,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(312,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.seat1.red_threes_held',9,1,'seat1','red_threes_held','null',290,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(313,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.seat2.left',9,1,'seat2','left','null',301,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(314,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.seat2.red_threes_held',9,1,'seat2','red_threes_held','null',294,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(315,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.seat3.left',9,1,'seat3','left','null',299,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(316,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.seat3.red_threes_held',9,1,'seat3','red_threes_held','null',291,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(317,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.seat4.left',9,1,'seat4','left','null',302,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(318,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.seat4.red_threes_held',9,1,'seat4','red_threes_held','null',295,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(319,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.table.ended',9,1,'table','ended','null',296,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(320,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.table.finished',9,1,'table','finished','null',303,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(321,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.team1.clean',9,1,'team1','clean','null',288,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(322,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.team1.dirty',9,1,'team1','dirty','null',289,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(323,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.team1.melded',9,1,'team1','melded','null',297,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(324,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.team2.clean',9,1,'team2','clean','null',292,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(325,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.team2.dirty',9,1,'team2','dirty','null',293,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(326,'3ad7c2ebb96fcba7cda0cf54a2e802f5:1.team2.melded',9,1,'team2','melded','null',300,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(327,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.seat1.left',9,2,'seat1','left','{"as":"points","typed":"15"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(328,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.seat1.red_threes_held',9,2,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(329,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.seat2.left',9,2,'seat2','left','{"as":"points","typed":"60"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(330,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.seat2.red_threes_held',9,2,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(331,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.seat3.left',9,2,'seat3','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(332,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.seat3.red_threes_held',9,2,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(333,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.seat4.left',9,2,'seat4','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(334,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.seat4.red_threes_held',9,2,'seat4','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(335,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.table.ended',9,2,'table','ended','{"as":"stock"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(336,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.table.finished',9,2,'table','finished','{"yes":true}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(337,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.team1.clean',9,2,'team1','clean','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(338,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.team1.dirty',9,2,'team1','dirty','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(339,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.team1.melded',9,2,'team1','melded','{"as":"points","typed":"450"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(340,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.team2.clean',9,2,'team2','clean','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(341,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.team2.dirty',9,2,'team2','dirty','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(342,'3ad7c2ebb96fcba7cda0cf54a2e802f5:2.team2.melded',9,2,'team2','melded','{"as":"points","typed":"120"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:51.769+00:00');
INSERT INTO "entry" VALUES(343,'9de6d14fff9806d4bcd1ef555be766cd',9,0,'table','binned','true',NULL,'applied','bfe397b1.1','2026-11-22T01:52:52.037+00:00');
INSERT INTO "entry" VALUES(344,'08c5433a60135c32e34f46a71175850c:team2.clean',1,3,'team2','clean','{"as":"tally","n":1}',NULL,'applied','dec1c87b.0','2026-11-22T01:52:58.017+00:00');
INSERT INTO "entry" VALUES(345,'ce1df5e6445e2c5169df216c10495a43:table.rules',10,0,'table','rules','{"bonuses":[{"cases":[{"players":[],"points":100,"rounds":[]}],"code":"exact_cut","grade_of":"cut","kind":"cut","many":"Exact cuts of 22","most":1,"one":"Exact cut of 22","per":"player"}],"books":[{"begun":"any_time","cards":7,"code":"clean","counts_for":["clean"],"made_of":"naturals","many":"Red books","most":"any","one":"Red book","points":500,"ranks":[],"unfinished":0},{"begun":"any_time","cards":7,"code":"dirty","counts_for":["dirty"],"made_of":"mixed","many":"Black books","most":"any","one":"Black book","points":300,"ranks":[],"unfinished":0}],"cards":{"10":10,"2":20,"4":5,"5":5,"6":5,"7":5,"8":10,"9":10,"A":20,"J":10,"K":10,"Q":10,"joker":50},"choices":[],"combinations":[],"document":"Rules of 4 hand, Hand Foot Canasta","end":{"by":"rounds","minutes":"none","rounds":4,"targets":[]},"going_out":{"cases":[{"concealed":"either","needs":{"clean":1,"dirty":1},"players":[],"points":100,"rounds":[]}],"extra_books":"any_time","last_card":"either","leave":"if_you_like","partner_in_foot":false,"penalty":-500,"wild_discard":true,"without_books":"severe_penalty"},"melds":{"beyond_book":"naturals","black_threes":"never","book_most_wilds":"any","book_wilds":"fewer_than_naturals","books_of_one_rank":"any","most_wilds":"any","opening_most_cards":"any","opening_wilds":"pair_and_one","sequences":false,"smallest":3,"wild_melds":false,"wilds":"up_to_naturals"},"name":"Partnership Hand & Foot","notes":["Wild cards may never be added to a closed book.","You may not play on the other team''s books.","A pile topped by a wild card or a three cannot be taken.","The points of books never count towards an opening minimum.","A team that goes out without its books keeps only its exact cuts (assumed), and pays for what its partner holds.","Equal totals are a tie (assumed)."],"opening":{"by":"round","steps":[{"books":[],"from":1,"minimum":50,"players":[]},{"books":[],"from":2,"minimum":90,"players":[]},{"books":[],"from":3,"minimum":120,"players":[]},{"books":[],"from":4,"minimum":150,"players":[]}]},"parent":"none","play":{"draw":2,"hand_limit":40,"passed":"none","starts":"first_cutter","swipe":false,"take":{"cards":7,"exactly":false,"needs":"natural_pair"},"turned_up":0},"provenance":{"assumed":["tables.0.jokers","stock.round","going_out.penalty"],"reported":[]},"schema":1,"slug":"partnership","stock":{"round":"scored","runs_out":"round_ends"},"summary":"Four players in two partnerships, four rounds, exact cuts, and a severe penalty for going out too soon.","tables":[{"decks":5,"foot":11,"hand":11,"jokers":2,"knee":0,"players":4,"teams":2}],"threes":[{"color":"red","counted":"apart","pays":[{"from":1,"per":"card","points":-500}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"red","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"with_cards","pays":[{"from":1,"per":"card","points":-5}],"place":"held","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}},{"color":"black","counted":"never","pays":[],"place":"laid","when":{"has":{},"lacks":{},"opened":"either","went_out":"either"}}]}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.095+00:00');
INSERT INTO "entry" VALUES(346,'ce1df5e6445e2c5169df216c10495a43:table.choices',10,0,'table','choices','{}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.095+00:00');
INSERT INTO "entry" VALUES(347,'ce1df5e6445e2c5169df216c10495a43:table.shape',10,0,'table','shape','{"players":4,"teams":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.095+00:00');
INSERT INTO "entry" VALUES(348,'ce1df5e6445e2c5169df216c10495a43:table.decks',10,0,'table','decks','{"as":"count","n":5}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.095+00:00');
INSERT INTO "entry" VALUES(349,'ce1df5e6445e2c5169df216c10495a43:table.engine',10,0,'table','engine','"0.1.0"',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.095+00:00');
INSERT INTO "entry" VALUES(350,'ce1df5e6445e2c5169df216c10495a43:seat1.player',10,0,'seat1','player','{"id":16}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.095+00:00');
INSERT INTO "entry" VALUES(351,'ce1df5e6445e2c5169df216c10495a43:seat2.player',10,0,'seat2','player','{"id":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.095+00:00');
INSERT INTO "entry" VALUES(352,'ce1df5e6445e2c5169df216c10495a43:seat3.player',10,0,'seat3','player','{"id":3}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.095+00:00');
INSERT INTO "entry" VALUES(353,'ce1df5e6445e2c5169df216c10495a43:seat4.player',10,0,'seat4','player','{"id":4}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.095+00:00');
INSERT INTO "entry" VALUES(354,'c361bc7b2c033a83d663b8d9fb4be56e:seat1.red_threes_held',10,1,'seat1','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(355,'c361bc7b2c033a83d663b8d9fb4be56e:seat3.red_threes_held',10,1,'seat3','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(356,'c361bc7b2c033a83d663b8d9fb4be56e:team2.clean',10,1,'team2','clean','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(357,'c361bc7b2c033a83d663b8d9fb4be56e:seat2.red_threes_held',10,1,'seat2','red_threes_held','{"as":"count","n":0}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(358,'c361bc7b2c033a83d663b8d9fb4be56e:table.ended',10,1,'table','ended','{"as":"out","seat":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(359,'c361bc7b2c033a83d663b8d9fb4be56e:team1.melded',10,1,'team1','melded','{"as":"points","typed":"330"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(360,'c361bc7b2c033a83d663b8d9fb4be56e:team1.clean',10,1,'team1','clean','{"as":"count","n":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(361,'c361bc7b2c033a83d663b8d9fb4be56e:team1.dirty',10,1,'team1','dirty','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(362,'c361bc7b2c033a83d663b8d9fb4be56e:seat1.left',10,1,'seat1','left','{"as":"points","typed":"0"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(363,'c361bc7b2c033a83d663b8d9fb4be56e:seat3.left',10,1,'seat3','left','{"as":"points","typed":"20"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(364,'c361bc7b2c033a83d663b8d9fb4be56e:team2.melded',10,1,'team2','melded','{"as":"points","typed":"205"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(365,'c361bc7b2c033a83d663b8d9fb4be56e:team2.dirty',10,1,'team2','dirty','{"as":"count","n":2}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(366,'c361bc7b2c033a83d663b8d9fb4be56e:seat2.left',10,1,'seat2','left','{"as":"points","typed":"75"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(367,'c361bc7b2c033a83d663b8d9fb4be56e:seat4.left',10,1,'seat4','left','{"as":"points","typed":"5"}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(368,'c361bc7b2c033a83d663b8d9fb4be56e:seat4.red_threes_held',10,1,'seat4','red_threes_held','{"as":"count","n":1}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(369,'c361bc7b2c033a83d663b8d9fb4be56e:table.finished',10,1,'table','finished','{"yes":true}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.181+00:00');
INSERT INTO "entry" VALUES(370,'996a7fa078cc36c46d02f9af3bef918b:team1.melded',10,2,'team1','melded','{"as":"points","typed":"110+5"}',NULL,'applied','ebe4cb23.2','2026-11-22T01:52:58.331+00:00');
INSERT INTO "entry" VALUES(371,'996a7fa078cc36c46d02f9af3bef918b:team1.clean',10,2,'team1','clean','{"as":"count","n":1}',NULL,'applied','ebe4cb23.2','2026-11-22T01:52:58.331+00:00');
INSERT INTO "entry" VALUES(372,'dc82d632c9fcecb0778afbc7924494a6:team1.clean',10,2,'team1','clean','{"as":"count","n":2}',369,'conflict','bfe397b1.1','2026-11-22T01:52:58.364+00:00');
INSERT INTO "entry" VALUES(373,'dc82d632c9fcecb0778afbc7924494a6:team2.dirty',10,2,'team2','dirty','{"as":"count","n":1}',NULL,'held','bfe397b1.1','2026-11-22T01:52:58.364+00:00');
INSERT INTO "entry" VALUES(374,'8ebda540cbcc4d7336496819a46a1b68:seat2.left',10,2,'seat2','left','{"as":"cards","cards":{"K":3,"joker":1}}',NULL,'applied','bfe397b1.1','2026-11-22T01:52:58.460+00:00');
CREATE TABLE game (
            id INTEGER PRIMARY KEY CHECK (id > 0),
            key TEXT NOT NULL UNIQUE,
            created_at TEXT NOT NULL
        ) STRICT;
INSERT INTO "game" VALUES(1,'72084e9f876c4908a08de6f872f07250','2026-11-22T01:52:36.151+00:00');
INSERT INTO "game" VALUES(2,'170eeaabc601f142452d5d7ac18df57a','2026-11-22T01:52:46.951+00:00');
INSERT INTO "game" VALUES(3,'82660223de2b943bab9013902643ae5b','2026-11-22T01:52:47.123+00:00');
INSERT INTO "game" VALUES(4,'b1a59b315fc9a3002ce38bbe070ec3f5:rematch-3','2026-11-22T01:52:48.552+00:00');
INSERT INTO "game" VALUES(5,'5b0646c1d42e41a620500b3ff7367e50','2026-11-22T01:52:48.666+00:00');
INSERT INTO "game" VALUES(6,'b5c93497c2a063c7e7cca8b70ca05292','2026-11-22T01:52:49.905+00:00');
INSERT INTO "game" VALUES(7,'e901de435301a8052ac0805a172a77a7','2026-11-22T01:52:50.305+00:00');
INSERT INTO "game" VALUES(8,'950a4152c2b4aa3ad78bdd6b366cc179:rematch-7','2026-11-22T01:52:50.576+00:00');
INSERT INTO "game" VALUES(9,'364a40d03c55f2be4d71469a8fd7e98a','2026-11-22T01:52:50.704+00:00');
INSERT INTO "game" VALUES(10,'ce1df5e6445e2c5169df216c10495a43','2026-11-22T01:52:58.095+00:00');
CREATE TABLE league_badge (
        who TEXT NOT NULL,
        code TEXT NOT NULL,
        ord INTEGER NOT NULL,
        PRIMARY KEY (who, code, ord)) STRICT, WITHOUT ROWID;
INSERT INTO "league_badge" VALUES('1','game',87020856370266115);
INSERT INTO "league_badge" VALUES('1','won',87020856370266115);
INSERT INTO "league_badge" VALUES('10','game',87020856370266115);
INSERT INTO "league_badge" VALUES('2','game',87020856370266115);
INSERT INTO "league_badge" VALUES('9','game',87020856370266115);
INSERT INTO "league_badge" VALUES('9','won',87020856370266115);
INSERT INTO "league_badge" VALUES('1','game',87020856370266118);
INSERT INTO "league_badge" VALUES('2','game',87020856370266118);
INSERT INTO "league_badge" VALUES('2','won',87020856370266118);
INSERT INTO "league_badge" VALUES('3','game',87020856370266118);
INSERT INTO "league_badge" VALUES('4','game',87020856370266118);
INSERT INTO "league_badge" VALUES('4','won',87020856370266118);
INSERT INTO "league_badge" VALUES('1','game',87020856370266119);
INSERT INTO "league_badge" VALUES('11','game',87020856370266119);
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
INSERT INTO "league_feat" VALUES(72271319635324,'game','2026',0,87020856370266119,2,0,'1');
INSERT INTO "league_feat" VALUES(72271319635324,'game','2026',0,87020856370266119,3,0,'11');
INSERT INTO "league_feat" VALUES(72271319635324,'round','2026',0,87020856370266119,0,1,'1');
INSERT INTO "league_feat" VALUES(72271319635324,'round','2026',0,87020856370266119,1,1,'11');
INSERT INTO "league_feat" VALUES(108511286659679,'clean','2026',3,87020856370266115,3,0,'1,9');
INSERT INTO "league_feat" VALUES(108511286659679,'clean','2026',1,87020856370266115,5,0,'2,10');
INSERT INTO "league_feat" VALUES(108511286659679,'game','2026',4090,87020856370266115,2,0,'1,9');
INSERT INTO "league_feat" VALUES(108511286659679,'game','2026',-360,87020856370266115,4,0,'2,10');
INSERT INTO "league_feat" VALUES(108511286659679,'narrowest','2026',-4450,87020856370266115,6,0,'1,9');
INSERT INTO "league_feat" VALUES(108511286659679,'round','2026',1975,87020856370266115,0,3,'1,9');
INSERT INTO "league_feat" VALUES(108511286659679,'round','2026',250,87020856370266115,1,3,'2,10');
INSERT INTO "league_feat" VALUES(108511286659679,'shame','2026',1,87020856370266115,7,0,'10');
INSERT INTO "league_feat" VALUES(210801009693276,'game','2026',0,87020856370266118,3,0,'2,4');
INSERT INTO "league_feat" VALUES(210801009693276,'game','2026',-50,87020856370266118,2,0,'1,3');
INSERT INTO "league_feat" VALUES(210801009693276,'narrowest','2026',-50,87020856370266118,4,0,'2,4');
INSERT INTO "league_feat" VALUES(210801009693276,'round','2026',0,87020856370266118,1,1,'2,4');
INSERT INTO "league_feat" VALUES(210801009693276,'round','2026',-50,87020856370266118,0,1,'1,3');
CREATE TABLE league_game (
        ord INTEGER PRIMARY KEY,
        game INTEGER NOT NULL UNIQUE REFERENCES game (id),
        day TEXT NOT NULL,
        kind INTEGER NOT NULL,
        rounds INTEGER NOT NULL,
        club TEXT NOT NULL,
        sides TEXT NOT NULL) STRICT;
INSERT INTO "league_game" VALUES(87020856370266115,3,'2026-11-22',108511286659679,2,'[1, 1, 0, 12, 4, 2895, -500, 1, 0, 1, 0, 0, 5, 4]','[[[1, 9], 4090, 12], [[2, 10], -360, 0]]');
INSERT INTO "league_game" VALUES(87020856370266118,6,'2026-11-22',210801009693276,1,'[1, 1, 0, 12, 2, -50, 0, 0, 0, 0, 0, 0, 0, 0]','[[[1, 3], -50, 0], [[2, 4], 0, 12]]');
INSERT INTO "league_game" VALUES(87020856370266119,7,'2026-11-22',72271319635324,1,'[1, 0, 1, 12, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]','[[[1], 0, 6], [[11], 0, 6]]');
CREATE TABLE league_kind (
        id INTEGER PRIMARY KEY,
        slug TEXT NOT NULL,
        name TEXT NOT NULL,
        players INTEGER NOT NULL,
        teams INTEGER NOT NULL,
        decks INTEGER NOT NULL) STRICT;
INSERT INTO "league_kind" VALUES(72271319635324,'two-handed','Two-Handed',2,2,3);
INSERT INTO "league_kind" VALUES(108511286659679,'friends-family','Friends & Family',4,2,5);
INSERT INTO "league_kind" VALUES(210801009693276,'good-sam','Good Sam',4,2,4);
CREATE TABLE league_meeting (
        one TEXT NOT NULL,
        other TEXT NOT NULL,
        together INTEGER NOT NULL,
        ord INTEGER NOT NULL,
        share INTEGER NOT NULL,
        run INTEGER NOT NULL,
        PRIMARY KEY (one, other, together, ord)) STRICT, WITHOUT ROWID;
INSERT INTO "league_meeting" VALUES('1','10',0,87020856370266115,12,1);
INSERT INTO "league_meeting" VALUES('1','11',0,87020856370266119,6,0);
INSERT INTO "league_meeting" VALUES('1','2',0,87020856370266115,12,1);
INSERT INTO "league_meeting" VALUES('1','2',0,87020856370266118,0,-1);
INSERT INTO "league_meeting" VALUES('1','3',1,87020856370266118,0,-1);
INSERT INTO "league_meeting" VALUES('1','4',0,87020856370266118,0,-1);
INSERT INTO "league_meeting" VALUES('1','9',1,87020856370266115,12,1);
INSERT INTO "league_meeting" VALUES('1-3','2-4',0,87020856370266118,0,-1);
INSERT INTO "league_meeting" VALUES('1-9','2-10',0,87020856370266115,12,1);
INSERT INTO "league_meeting" VALUES('2','10',1,87020856370266115,0,-1);
INSERT INTO "league_meeting" VALUES('2','3',0,87020856370266118,12,1);
INSERT INTO "league_meeting" VALUES('2','4',1,87020856370266118,12,1);
INSERT INTO "league_meeting" VALUES('2','9',0,87020856370266115,0,-1);
INSERT INTO "league_meeting" VALUES('3','4',0,87020856370266118,0,-1);
INSERT INTO "league_meeting" VALUES('9','10',0,87020856370266115,12,1);
CREATE TABLE league_pair (
        who TEXT NOT NULL,
        together INTEGER NOT NULL,
        other TEXT NOT NULL,
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        ties INTEGER NOT NULL,
        share INTEGER NOT NULL,
        PRIMARY KEY (who, together, other)) STRICT, WITHOUT ROWID;
INSERT INTO "league_pair" VALUES('1',0,'10',1,1,0,12);
INSERT INTO "league_pair" VALUES('1',0,'11',1,0,1,6);
INSERT INTO "league_pair" VALUES('1',0,'2',2,1,0,12);
INSERT INTO "league_pair" VALUES('1',0,'4',1,0,0,0);
INSERT INTO "league_pair" VALUES('1',1,'3',1,0,0,0);
INSERT INTO "league_pair" VALUES('1',1,'9',1,1,0,12);
INSERT INTO "league_pair" VALUES('1-3',0,'2-4',1,0,0,0);
INSERT INTO "league_pair" VALUES('1-9',0,'2-10',1,1,0,12);
INSERT INTO "league_pair" VALUES('10',0,'1',1,0,0,0);
INSERT INTO "league_pair" VALUES('10',0,'9',1,0,0,0);
INSERT INTO "league_pair" VALUES('10',1,'2',1,0,0,0);
INSERT INTO "league_pair" VALUES('11',0,'1',1,0,1,6);
INSERT INTO "league_pair" VALUES('2',0,'1',2,1,0,12);
INSERT INTO "league_pair" VALUES('2',0,'3',1,1,0,12);
INSERT INTO "league_pair" VALUES('2',0,'9',1,0,0,0);
INSERT INTO "league_pair" VALUES('2',1,'10',1,0,0,0);
INSERT INTO "league_pair" VALUES('2',1,'4',1,1,0,12);
INSERT INTO "league_pair" VALUES('2-10',0,'1-9',1,0,0,0);
INSERT INTO "league_pair" VALUES('2-4',0,'1-3',1,1,0,12);
INSERT INTO "league_pair" VALUES('3',0,'2',1,0,0,0);
INSERT INTO "league_pair" VALUES('3',0,'4',1,0,0,0);
INSERT INTO "league_pair" VALUES('3',1,'1',1,0,0,0);
INSERT INTO "league_pair" VALUES('4',0,'1',1,1,0,12);
INSERT INTO "league_pair" VALUES('4',0,'3',1,1,0,12);
INSERT INTO "league_pair" VALUES('4',1,'2',1,1,0,12);
INSERT INTO "league_pair" VALUES('9',0,'10',1,1,0,12);
INSERT INTO "league_pair" VALUES('9',0,'2',1,1,0,12);
INSERT INTO "league_pair" VALUES('9',1,'1',1,1,0,12);
CREATE TABLE league_played (
        who TEXT NOT NULL,
        ord INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        team INTEGER,
        run INTEGER NOT NULL,
        games INTEGER NOT NULL, wins INTEGER NOT NULL, ties INTEGER NOT NULL, share INTEGER NOT NULL, rounds INTEGER NOT NULL, points INTEGER NOT NULL, luck INTEGER NOT NULL, went_out INTEGER NOT NULL, exact_cuts INTEGER NOT NULL, red_threes INTEGER NOT NULL, severe INTEGER NOT NULL, opened_first INTEGER NOT NULL, books INTEGER NOT NULL, clean INTEGER NOT NULL,
        PRIMARY KEY (who, ord)) STRICT, WITHOUT ROWID;
INSERT INTO "league_played" VALUES('1',87020856370266115,108511286659679,0,1,1,1,0,12,2,2855,0,0,0,0,0,0,4,3);
INSERT INTO "league_played" VALUES('1',87020856370266118,210801009693276,0,-1,1,0,0,0,1,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_played" VALUES('1',87020856370266119,72271319635324,0,0,1,0,1,6,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_played" VALUES('1-3',87020856370266118,210801009693276,0,-1,1,0,0,0,1,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_played" VALUES('1-9',87020856370266115,108511286659679,0,1,1,1,0,12,2,2855,0,1,0,0,0,0,4,3);
INSERT INTO "league_played" VALUES('10',87020856370266115,108511286659679,1,-1,1,0,0,0,2,40,-500,0,0,1,0,0,1,1);
INSERT INTO "league_played" VALUES('11',87020856370266119,72271319635324,1,0,1,0,1,6,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_played" VALUES('2',87020856370266115,108511286659679,1,-1,1,0,0,0,2,40,-500,0,0,0,0,0,1,1);
INSERT INTO "league_played" VALUES('2',87020856370266118,210801009693276,1,1,1,1,0,12,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_played" VALUES('2-10',87020856370266115,108511286659679,1,-1,1,0,0,0,2,40,-500,0,0,1,0,0,1,1);
INSERT INTO "league_played" VALUES('2-4',87020856370266118,210801009693276,1,1,1,1,0,12,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_played" VALUES('3',87020856370266118,210801009693276,0,-1,1,0,0,0,1,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_played" VALUES('4',87020856370266118,210801009693276,1,1,1,1,0,12,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_played" VALUES('9',87020856370266115,108511286659679,0,1,1,1,0,12,2,2855,0,1,0,0,0,0,4,3);
CREATE TABLE league_rating (
        who TEXT NOT NULL,
        ord INTEGER NOT NULL,
        mean REAL NOT NULL,
        deviation REAL NOT NULL,
        PRIMARY KEY (who, ord)) STRICT, WITHOUT ROWID;
INSERT INTO "league_rating" VALUES('1',87020856370266115,1.61785767730818361089e+03,4.90677756263399430722e+02);
INSERT INTO "league_rating" VALUES('1',87020856370266118,1.4906412117225065685e+03,4.81845552746009275334e+02);
INSERT INTO "league_rating" VALUES('1',87020856370266119,1.49153589051023755017e+03,4.67411767062225351303e+02);
INSERT INTO "league_rating" VALUES('10',87020856370266115,1.3821423226918163891e+03,4.90677756263399430722e+02);
INSERT INTO "league_rating" VALUES('11',87020856370266119,1.49903664111881903412e+03,4.83229521154337248855e+02);
INSERT INTO "league_rating" VALUES('2',87020856370266115,1.3821423226918163891e+03,4.90677756263399430722e+02);
INSERT INTO "league_rating" VALUES('2',87020856370266118,1.50935878827749343149e+03,4.81845552746009275334e+02);
INSERT INTO "league_rating" VALUES('3',87020856370266118,1.36790422502731416902e+03,4.90649563539543350984e+02);
INSERT INTO "league_rating" VALUES('4',87020856370266118,1.63209577497268583097e+03,4.90649563539543350984e+02);
INSERT INTO "league_rating" VALUES('9',87020856370266115,1.61785767730818361089e+03,4.90677756263399430722e+02);
CREATE TABLE league_stale (game INTEGER PRIMARY KEY REFERENCES game (id)) STRICT;
CREATE TABLE league_state (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        seq INTEGER NOT NULL,
        reading INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        unrated INTEGER) STRICT;
INSERT INTO "league_state" VALUES(1,374,1,4,NULL);
CREATE TABLE league_streak (
        who TEXT PRIMARY KEY,
        partners INTEGER NOT NULL,
        run INTEGER NOT NULL,
        ord INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "league_streak" VALUES('1',0,1,87020856370266115);
INSERT INTO "league_streak" VALUES('9',0,1,87020856370266115);
INSERT INTO "league_streak" VALUES('2',0,1,87020856370266118);
INSERT INTO "league_streak" VALUES('4',0,1,87020856370266118);
INSERT INTO "league_streak" VALUES('1-9',1,1,87020856370266115);
INSERT INTO "league_streak" VALUES('2-4',1,1,87020856370266118);
CREATE TABLE league_tally (
        size INTEGER NOT NULL,
        span INTEGER NOT NULL,
        start TEXT NOT NULL,
        kind INTEGER NOT NULL,
        who TEXT NOT NULL,
        games INTEGER NOT NULL, wins INTEGER NOT NULL, ties INTEGER NOT NULL, share INTEGER NOT NULL, rounds INTEGER NOT NULL, points INTEGER NOT NULL, luck INTEGER NOT NULL, went_out INTEGER NOT NULL, exact_cuts INTEGER NOT NULL, red_threes INTEGER NOT NULL, severe INTEGER NOT NULL, opened_first INTEGER NOT NULL, books INTEGER NOT NULL, clean INTEGER NOT NULL,
        PRIMARY KEY (size, span, start, kind, who)) STRICT, WITHOUT ROWID;
INSERT INTO "league_tally" VALUES(0,0,'2026-11-22',72271319635324,'',1,0,1,12,2,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(0,0,'2026-11-22',108511286659679,'',1,1,0,12,4,2895,-500,1,0,1,0,0,5,4);
INSERT INTO "league_tally" VALUES(0,0,'2026-11-22',210801009693276,'',1,1,0,12,2,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(0,1,'2026-11',72271319635324,'',1,0,1,12,2,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(0,1,'2026-11',108511286659679,'',1,1,0,12,4,2895,-500,1,0,1,0,0,5,4);
INSERT INTO "league_tally" VALUES(0,1,'2026-11',210801009693276,'',1,1,0,12,2,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(0,2,'2026',72271319635324,'',1,0,1,12,2,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(0,2,'2026',108511286659679,'',1,1,0,12,4,2895,-500,1,0,1,0,0,5,4);
INSERT INTO "league_tally" VALUES(0,2,'2026',210801009693276,'',1,1,0,12,2,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(0,3,'',72271319635324,'',1,0,1,12,2,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(0,3,'',108511286659679,'',1,1,0,12,4,2895,-500,1,0,1,0,0,5,4);
INSERT INTO "league_tally" VALUES(0,3,'',210801009693276,'',1,1,0,12,2,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,0,'2026-11-22',72271319635324,'1',1,0,1,6,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,0,'2026-11-22',72271319635324,'11',1,0,1,6,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,0,'2026-11-22',108511286659679,'1',1,1,0,12,2,2855,0,0,0,0,0,0,4,3);
INSERT INTO "league_tally" VALUES(1,0,'2026-11-22',108511286659679,'10',1,0,0,0,2,40,-500,0,0,1,0,0,1,1);
INSERT INTO "league_tally" VALUES(1,0,'2026-11-22',108511286659679,'2',1,0,0,0,2,40,-500,0,0,0,0,0,1,1);
INSERT INTO "league_tally" VALUES(1,0,'2026-11-22',108511286659679,'9',1,1,0,12,2,2855,0,1,0,0,0,0,4,3);
INSERT INTO "league_tally" VALUES(1,0,'2026-11-22',210801009693276,'1',1,0,0,0,1,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,0,'2026-11-22',210801009693276,'2',1,1,0,12,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,0,'2026-11-22',210801009693276,'3',1,0,0,0,1,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,0,'2026-11-22',210801009693276,'4',1,1,0,12,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,1,'2026-11',72271319635324,'1',1,0,1,6,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,1,'2026-11',72271319635324,'11',1,0,1,6,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,1,'2026-11',108511286659679,'1',1,1,0,12,2,2855,0,0,0,0,0,0,4,3);
INSERT INTO "league_tally" VALUES(1,1,'2026-11',108511286659679,'10',1,0,0,0,2,40,-500,0,0,1,0,0,1,1);
INSERT INTO "league_tally" VALUES(1,1,'2026-11',108511286659679,'2',1,0,0,0,2,40,-500,0,0,0,0,0,1,1);
INSERT INTO "league_tally" VALUES(1,1,'2026-11',108511286659679,'9',1,1,0,12,2,2855,0,1,0,0,0,0,4,3);
INSERT INTO "league_tally" VALUES(1,1,'2026-11',210801009693276,'1',1,0,0,0,1,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,1,'2026-11',210801009693276,'2',1,1,0,12,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,1,'2026-11',210801009693276,'3',1,0,0,0,1,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,1,'2026-11',210801009693276,'4',1,1,0,12,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,2,'2026',72271319635324,'1',1,0,1,6,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,2,'2026',72271319635324,'11',1,0,1,6,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,2,'2026',108511286659679,'1',1,1,0,12,2,2855,0,0,0,0,0,0,4,3);
INSERT INTO "league_tally" VALUES(1,2,'2026',108511286659679,'10',1,0,0,0,2,40,-500,0,0,1,0,0,1,1);
INSERT INTO "league_tally" VALUES(1,2,'2026',108511286659679,'2',1,0,0,0,2,40,-500,0,0,0,0,0,1,1);
INSERT INTO "league_tally" VALUES(1,2,'2026',108511286659679,'9',1,1,0,12,2,2855,0,1,0,0,0,0,4,3);
INSERT INTO "league_tally" VALUES(1,2,'2026',210801009693276,'1',1,0,0,0,1,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,2,'2026',210801009693276,'2',1,1,0,12,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,2,'2026',210801009693276,'3',1,0,0,0,1,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,2,'2026',210801009693276,'4',1,1,0,12,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,3,'',72271319635324,'1',1,0,1,6,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,3,'',72271319635324,'11',1,0,1,6,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,3,'',108511286659679,'1',1,1,0,12,2,2855,0,0,0,0,0,0,4,3);
INSERT INTO "league_tally" VALUES(1,3,'',108511286659679,'10',1,0,0,0,2,40,-500,0,0,1,0,0,1,1);
INSERT INTO "league_tally" VALUES(1,3,'',108511286659679,'2',1,0,0,0,2,40,-500,0,0,0,0,0,1,1);
INSERT INTO "league_tally" VALUES(1,3,'',108511286659679,'9',1,1,0,12,2,2855,0,1,0,0,0,0,4,3);
INSERT INTO "league_tally" VALUES(1,3,'',210801009693276,'1',1,0,0,0,1,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,3,'',210801009693276,'2',1,1,0,12,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,3,'',210801009693276,'3',1,0,0,0,1,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(1,3,'',210801009693276,'4',1,1,0,12,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(2,0,'2026-11-22',108511286659679,'1-9',1,1,0,12,2,2855,0,1,0,0,0,0,4,3);
INSERT INTO "league_tally" VALUES(2,0,'2026-11-22',108511286659679,'2-10',1,0,0,0,2,40,-500,0,0,1,0,0,1,1);
INSERT INTO "league_tally" VALUES(2,0,'2026-11-22',210801009693276,'1-3',1,0,0,0,1,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(2,0,'2026-11-22',210801009693276,'2-4',1,1,0,12,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(2,1,'2026-11',108511286659679,'1-9',1,1,0,12,2,2855,0,1,0,0,0,0,4,3);
INSERT INTO "league_tally" VALUES(2,1,'2026-11',108511286659679,'2-10',1,0,0,0,2,40,-500,0,0,1,0,0,1,1);
INSERT INTO "league_tally" VALUES(2,1,'2026-11',210801009693276,'1-3',1,0,0,0,1,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(2,1,'2026-11',210801009693276,'2-4',1,1,0,12,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(2,2,'2026',108511286659679,'1-9',1,1,0,12,2,2855,0,1,0,0,0,0,4,3);
INSERT INTO "league_tally" VALUES(2,2,'2026',108511286659679,'2-10',1,0,0,0,2,40,-500,0,0,1,0,0,1,1);
INSERT INTO "league_tally" VALUES(2,2,'2026',210801009693276,'1-3',1,0,0,0,1,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(2,2,'2026',210801009693276,'2-4',1,1,0,12,1,0,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(2,3,'',108511286659679,'1-9',1,1,0,12,2,2855,0,1,0,0,0,0,4,3);
INSERT INTO "league_tally" VALUES(2,3,'',108511286659679,'2-10',1,0,0,0,2,40,-500,0,0,1,0,0,1,1);
INSERT INTO "league_tally" VALUES(2,3,'',210801009693276,'1-3',1,0,0,0,1,-50,0,0,0,0,0,0,0,0);
INSERT INTO "league_tally" VALUES(2,3,'',210801009693276,'2-4',1,1,0,12,1,0,0,0,0,0,0,0,0,0);
CREATE TABLE people_version (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            version INTEGER NOT NULL
        ) STRICT;
INSERT INTO "people_version" VALUES(1,31);
CREATE TABLE player (
            id INTEGER PRIMARY KEY CHECK (id > 0),
            key TEXT UNIQUE,
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            created_at TEXT NOT NULL
        , colour INTEGER CHECK (colour BETWEEN 1 AND 8), guest INTEGER NOT NULL DEFAULT 0 CHECK (guest IN (0, 1)), retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1)), merged_into INTEGER REFERENCES player (id) CHECK (merged_into <> id), joined INTEGER REFERENCES player (id) CHECK (joined <> id), renamed INTEGER NOT NULL DEFAULT 0 CHECK (renamed IN (0, 1)), forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1))) STRICT;
INSERT INTO "player" VALUES(1,'72084e9f876c4908a08de6f872f07250:seat1','Anna','anna','2026-11-22T01:52:36.122+00:00',3,0,0,NULL,NULL,1,0);
INSERT INTO "player" VALUES(2,'72084e9f876c4908a08de6f872f07250:seat2','Bob','bob','2026-11-22T01:52:36.132+00:00',NULL,0,0,NULL,NULL,0,0);
INSERT INTO "player" VALUES(3,'72084e9f876c4908a08de6f872f07250:seat3','Carla','carla','2026-11-22T01:52:36.140+00:00',NULL,0,0,NULL,NULL,0,0);
INSERT INTO "player" VALUES(4,'72084e9f876c4908a08de6f872f07250:seat4','Dora','dora','2026-11-22T01:52:36.144+00:00',NULL,0,0,NULL,NULL,0,0);
INSERT INTO "player" VALUES(5,'170eeaabc601f142452d5d7ac18df57a:seat1','Gil','gil','2026-11-22T01:52:46.940+00:00',NULL,0,0,NULL,NULL,0,0);
INSERT INTO "player" VALUES(6,'170eeaabc601f142452d5d7ac18df57a:seat2','Hope','hope','2026-11-22T01:52:46.944+00:00',NULL,0,0,NULL,NULL,0,0);
INSERT INTO "player" VALUES(7,'170eeaabc601f142452d5d7ac18df57a:seat3','Ivo','ivo','2026-11-22T01:52:46.945+00:00',NULL,0,0,NULL,NULL,0,0);
INSERT INTO "player" VALUES(8,'170eeaabc601f142452d5d7ac18df57a:seat4','Jo','jo','2026-11-22T01:52:46.948+00:00',NULL,0,0,NULL,NULL,0,0);
INSERT INTO "player" VALUES(9,'82660223de2b943bab9013902643ae5b:seat3','Eve','eve','2026-11-22T01:52:47.107+00:00',NULL,0,0,NULL,NULL,0,0);
INSERT INTO "player" VALUES(10,NULL,'Somebody','','',NULL,0,0,NULL,NULL,1,1);
INSERT INTO "player" VALUES(11,'e901de435301a8052ac0805a172a77a7:seat2','Zoé','zoe','2026-11-22T01:52:50.290+00:00',NULL,0,0,NULL,NULL,0,0);
INSERT INTO "player" VALUES(12,'40008b9a5380fcacce3976bf7c08af5b:seat1','Nils','nils','2026-11-22T01:52:51.673+00:00',NULL,0,0,13,13,0,0);
INSERT INTO "player" VALUES(13,'fb7b9ffa5462084c5f4e7e85a093e6d7:person','Greta','greta','2026-11-22T01:52:52.801+00:00',NULL,0,0,NULL,NULL,0,0);
INSERT INTO "player" VALUES(14,'9be40cee5b0eee1462c82c6964087ff9:person','Hal','hal','2026-11-22T01:52:52.939+00:00',NULL,0,0,NULL,NULL,0,0);
INSERT INTO "player" VALUES(15,'05049e90fa4f5039a8cadc6acbb4b2cc:person','Gretta','gretta','2026-11-22T01:52:52.984+00:00',NULL,0,0,NULL,NULL,0,0);
INSERT INTO "player" VALUES(16,'ce1df5e6445e2c5169df216c10495a43:seat1','Ann','ann','2026-11-22T01:52:58.092+00:00',NULL,0,0,NULL,NULL,0,0);
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
INSERT INTO "season" VALUES(1,'e44fea3bec53bcea3b7513ccef5857ac:season','Old','2024-01-01','2024-03-31','points',2,0,'2026-11-22T01:52:55.633+00:00');
INSERT INTO "season" VALUES(2,'98b297950041a42470269d56260243a1:season','Now on','2024-04-01','2099-12-31','share',3,0,'2026-11-22T01:52:55.725+00:00');
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
