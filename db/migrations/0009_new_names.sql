CREATE TABLE "new_names" (
	"sport_key" text NOT NULL,
	"book_key" text NOT NULL,
	"day" integer NOT NULL,
	"names" integer NOT NULL,
	CONSTRAINT "new_names_sport_key_book_key_pk" PRIMARY KEY("sport_key","book_key")
);
