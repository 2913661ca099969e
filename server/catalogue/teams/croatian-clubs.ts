import type { LeagueTeams } from "@/server/catalogue/league-teams";

/** Clubs of Croatia's HNL in recent seasons. */
export const croatianClubs: LeagueTeams = {
  teams: {
    "Dinamo Zagreb": [
      "GNK Dinamo Zagreb",
      "Din. Zagreb",
      "GNK Dinamo",
      "Dynamo Zagreb",
      "D. Zagreb",
      "NK Dinamo Zagreb",
      "Dinamo Zagreb FC",
      "Dyn. Zagreb",
      "Croatia Zagreb",
      "GNK Dynamo Zagreb",
      "Dinamo Zagabria",
    ],
    Gorica: ["HNK Gorica", "Gorica Velika", "HNK Gorica Velika Gorica"],
    "Hajduk Split": [
      "HNK Hajduk Split",
      "HNK Hajduk",
      "Hajduk",
      "H. Split",
      "Split Hajduk",
      "NK Hajduk Split",
      "Hajduk Split FC",
    ],
    "Hrvatski Dragovoljac": ["NK Hrvatski Dragovoljac", "H. Dragovoljac"],
    "Istra 1961": ["NK Istra 1961", "Istra", "NK Istra", "Istra 1961 Pula", "Istra Pula"],
    "Lokomotiva Zagreb": [
      "NK Lokomotiva Zagreb",
      "NK Lokomotiva",
      "Lok. Zagreb",
      "Lokomotiva",
      "L. Zagreb",
      "Lokomotiv Zagreb",
    ],
    Osijek: ["NK Osijek"],
    Rijeka: ["HNK Rijeka", "NK Rijeka", "Fiume", "HNK Rijeka FC"],
    Rudeš: ["NK Rudes", "Rudes Zagreb"],
    Šibenik: ["HNK Sibenik"],
    "Slaven Belupo": [
      "NK Slaven Belupo",
      "Slaven",
      "Slaven Koprivnica",
      "Slaven Belupo Koprivnica",
      "S. Belupo",
      "NK Slaven Belupo Koprivnica",
    ],
    Varaždin: ["NK Varazdin", "Varazdin FC", "NK Varaždin 2012"],
    "Vukovar 1991": ["HNK Vukovar 1991", "Vukovar", "HNK Vukovar"],
  },
  shared: {
    Zagreb: ["Dinamo Zagreb", "Lokomotiva Zagreb"],
  },
};
