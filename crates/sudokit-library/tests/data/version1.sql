-- A library with the tables of version 1, in the form of `.dump`.
PRAGMA foreign_keys = OFF;
PRAGMA application_id = 0x53444b4c;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE puzzle (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    shape INTEGER NOT NULL REFERENCES shape (id),
    givens INTEGER NOT NULL,
    packed BLOB NOT NULL,
    candidates BLOB,
    key BLOB NOT NULL,
    solutions INTEGER,         -- 1, 2 for several, NULL for not known
    symmetries INTEGER NOT NULL,
    source INTEGER NOT NULL REFERENCES source (id),
    line INTEGER NOT NULL,
    title TEXT,
    seen INTEGER NOT NULL DEFAULT 1,
    rating INTEGER,            -- NULL for not yet, 0 where logic does not solve it, 1 with all below
    level INTEGER,
    score INTEGER,
    hardest INTEGER REFERENCES technique (number),
    steps INTEGER,
    techniques_low INTEGER,
    techniques_high INTEGER,
    uses BLOB                  -- number of technique, number of steps, two bytes each
) STRICT;
INSERT INTO "puzzle" VALUES(1,1,30,X'1372188A9832A2309C9001356791956868433871622648918597',NULL,X'00411F0301F3031326DB00214351268715329247613974821954',1,1,1,1,NULL,1,1,0,204,1,51,3,0,X'0000150001001E00');
INSERT INTO "puzzle" VALUES(2,1,21,X'01184811010711614642003876297554171386589104',NULL,X'00415141C24104115183002143657676388995172109',1,0,2,1,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "puzzle" VALUES(3,2,4,X'41822143',NULL,X'28142143',1,49,3,1,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE shape (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL
) STRICT;
INSERT INTO "shape" VALUES(1,'3x3',9);
INSERT INTO "shape" VALUES(2,'2x2',4);
CREATE TABLE sighting (
    puzzle INTEGER NOT NULL REFERENCES puzzle (id) ON DELETE CASCADE,
    source INTEGER NOT NULL REFERENCES source (id),
    line INTEGER NOT NULL,
    title TEXT,
    same INTEGER NOT NULL,     -- 1 for the same givens, 0 for an isomorph
    PRIMARY KEY (puzzle, source, line)
) STRICT, WITHOUT ROWID;
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    size INTEGER,
    modified INTEGER,
    terms TEXT NOT NULL,
    line_done INTEGER NOT NULL,
    complete INTEGER NOT NULL
) STRICT;
INSERT INTO "source" VALUES(1,'/puzzles/one.txt',82,1794981283961153458,';;;;Merge;false',1,1);
INSERT INTO "source" VALUES(2,'/puzzles/two.txt',130,1794981283993153460,';;;;Merge;false',2,1);
INSERT INTO "source" VALUES(3,'/puzzles/four.txt',17,1794981304645154417,';;;;Merge;false',1,1);
CREATE TABLE technique (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO "technique" VALUES(0,'full-house');
INSERT INTO "technique" VALUES(1,'naked-single');
INSERT INTO "technique" VALUES(2,'hidden-single');
INSERT INTO "technique" VALUES(3,'direct-pointing');
INSERT INTO "technique" VALUES(4,'direct-claiming');
INSERT INTO "technique" VALUES(5,'direct-hidden-pair');
INSERT INTO "technique" VALUES(6,'direct-hidden-triplet');
INSERT INTO "technique" VALUES(7,'locked-pair');
INSERT INTO "technique" VALUES(8,'locked-triple');
INSERT INTO "technique" VALUES(9,'pointing');
INSERT INTO "technique" VALUES(10,'claiming');
INSERT INTO "technique" VALUES(11,'naked-pair');
INSERT INTO "technique" VALUES(12,'naked-triple');
INSERT INTO "technique" VALUES(13,'hidden-pair');
INSERT INTO "technique" VALUES(14,'hidden-triple');
INSERT INTO "technique" VALUES(15,'naked-quad');
INSERT INTO "technique" VALUES(16,'hidden-quad');
INSERT INTO "technique" VALUES(17,'x-wing');
INSERT INTO "technique" VALUES(18,'swordfish');
INSERT INTO "technique" VALUES(19,'jellyfish');
INSERT INTO "technique" VALUES(20,'squirmbag');
INSERT INTO "technique" VALUES(21,'whale');
INSERT INTO "technique" VALUES(22,'leviathan');
INSERT INTO "technique" VALUES(23,'remote-pair');
INSERT INTO "technique" VALUES(24,'bug-plus-one');
INSERT INTO "technique" VALUES(25,'bug-type-2');
INSERT INTO "technique" VALUES(26,'bug-type-3');
INSERT INTO "technique" VALUES(27,'bug-type-4');
INSERT INTO "technique" VALUES(28,'bug-plus-n');
INSERT INTO "technique" VALUES(29,'skyscraper');
INSERT INTO "technique" VALUES(30,'two-string-kite');
INSERT INTO "technique" VALUES(31,'turbot-fish');
INSERT INTO "technique" VALUES(32,'empty-rectangle');
INSERT INTO "technique" VALUES(33,'w-wing');
INSERT INTO "technique" VALUES(34,'xy-wing');
INSERT INTO "technique" VALUES(35,'xyz-wing');
INSERT INTO "technique" VALUES(36,'wxyz-wing');
INSERT INTO "technique" VALUES(37,'large-wing');
INSERT INTO "technique" VALUES(38,'unique-rectangle-1');
INSERT INTO "technique" VALUES(39,'unique-rectangle-2');
INSERT INTO "technique" VALUES(40,'unique-rectangle-3');
INSERT INTO "technique" VALUES(41,'unique-rectangle-4');
INSERT INTO "technique" VALUES(42,'unique-rectangle-5');
INSERT INTO "technique" VALUES(43,'unique-rectangle-6');
INSERT INTO "technique" VALUES(44,'hidden-rectangle');
INSERT INTO "technique" VALUES(45,'avoidable-rectangle-1');
INSERT INTO "technique" VALUES(46,'avoidable-rectangle-2');
INSERT INTO "technique" VALUES(47,'extended-rectangle');
INSERT INTO "technique" VALUES(48,'unique-loop');
INSERT INTO "technique" VALUES(49,'finned-x-wing');
INSERT INTO "technique" VALUES(50,'sashimi-x-wing');
INSERT INTO "technique" VALUES(51,'finned-swordfish');
INSERT INTO "technique" VALUES(52,'sashimi-swordfish');
INSERT INTO "technique" VALUES(53,'finned-jellyfish');
INSERT INTO "technique" VALUES(54,'sashimi-jellyfish');
INSERT INTO "technique" VALUES(55,'finned-squirmbag');
INSERT INTO "technique" VALUES(56,'sashimi-squirmbag');
INSERT INTO "technique" VALUES(57,'finned-whale');
INSERT INTO "technique" VALUES(58,'sashimi-whale');
INSERT INTO "technique" VALUES(59,'finned-leviathan');
INSERT INTO "technique" VALUES(60,'sashimi-leviathan');
INSERT INTO "technique" VALUES(61,'sue-de-coq');
INSERT INTO "technique" VALUES(62,'simple-colouring');
INSERT INTO "technique" VALUES(63,'multi-colouring');
INSERT INTO "technique" VALUES(64,'medusa');
INSERT INTO "technique" VALUES(65,'x-chain');
INSERT INTO "technique" VALUES(66,'xy-chain');
INSERT INTO "technique" VALUES(67,'nice-loop');
INSERT INTO "technique" VALUES(68,'grouped-nice-loop');
INSERT INTO "technique" VALUES(69,'fireworks');
INSERT INTO "technique" VALUES(70,'als-xz');
INSERT INTO "technique" VALUES(71,'als-xy-wing');
INSERT INTO "technique" VALUES(72,'als-chain');
INSERT INTO "technique" VALUES(73,'death-blossom');
INSERT INTO "technique" VALUES(74,'aligned-pair-exclusion');
INSERT INTO "technique" VALUES(75,'aligned-triplet-exclusion');
INSERT INTO "technique" VALUES(76,'franken-x-wing');
INSERT INTO "technique" VALUES(77,'franken-swordfish');
INSERT INTO "technique" VALUES(78,'franken-jellyfish');
INSERT INTO "technique" VALUES(79,'franken-squirmbag');
INSERT INTO "technique" VALUES(80,'franken-whale');
INSERT INTO "technique" VALUES(81,'franken-leviathan');
INSERT INTO "technique" VALUES(82,'finned-franken-x-wing');
INSERT INTO "technique" VALUES(83,'finned-franken-swordfish');
INSERT INTO "technique" VALUES(84,'finned-franken-jellyfish');
INSERT INTO "technique" VALUES(85,'finned-franken-squirmbag');
INSERT INTO "technique" VALUES(86,'finned-franken-whale');
INSERT INTO "technique" VALUES(87,'finned-franken-leviathan');
INSERT INTO "technique" VALUES(88,'mutant-x-wing');
INSERT INTO "technique" VALUES(89,'mutant-swordfish');
INSERT INTO "technique" VALUES(90,'mutant-jellyfish');
INSERT INTO "technique" VALUES(91,'mutant-squirmbag');
INSERT INTO "technique" VALUES(92,'mutant-whale');
INSERT INTO "technique" VALUES(93,'mutant-leviathan');
INSERT INTO "technique" VALUES(94,'finned-mutant-x-wing');
INSERT INTO "technique" VALUES(95,'finned-mutant-swordfish');
INSERT INTO "technique" VALUES(96,'finned-mutant-jellyfish');
INSERT INTO "technique" VALUES(97,'finned-mutant-squirmbag');
INSERT INTO "technique" VALUES(98,'finned-mutant-whale');
INSERT INTO "technique" VALUES(99,'finned-mutant-leviathan');
INSERT INTO "technique" VALUES(100,'sk-loop');
INSERT INTO "technique" VALUES(101,'tridagon');
INSERT INTO "technique" VALUES(102,'junior-exocet');
INSERT INTO "technique" VALUES(103,'senior-exocet');
INSERT INTO "technique" VALUES(104,'multi-sector-locked-sets');
INSERT INTO "technique" VALUES(105,'kraken-fish');
INSERT INTO "technique" VALUES(106,'nishio');
INSERT INTO "technique" VALUES(107,'forcing-chain');
INSERT INTO "technique" VALUES(108,'forcing-net');
INSERT INTO "technique" VALUES(109,'template-set');
INSERT INTO "technique" VALUES(110,'template-delete');
INSERT INTO "technique" VALUES(111,'brute-force');
CREATE INDEX puzzle_by_key ON puzzle (key);
CREATE INDEX puzzle_by_givens ON puzzle (givens);
CREATE INDEX puzzle_by_level ON puzzle (level, score) WHERE rating = 1;
CREATE INDEX puzzle_by_score ON puzzle (score) WHERE rating = 1;
INSERT INTO "sqlite_sequence" VALUES('puzzle',3);
COMMIT;
