import { clubTable } from "@/server/catalogue/teams/club-table";

/** Clubs of Belgium's first division in recent seasons, and of the second division. */
export const belgianClubs = clubTable(
  `
Anderlecht | RSC Anderlecht, Royal Sporting Club Anderlecht, Anderlecht RSC, SC Anderlecht, Anderlecht Brussels, RSCA,
  RSC Anderlecht Brussels, Sporting Anderlecht, Royal Sporting Club Anderlechtois | AND, RSC
Beerschot VA | Beerschot, K Beerschot VA, Beerschot-Wilrijk, KFCO Beerschot Wilrijk, KFCO Beerschot, Beerschot AC,
  Beerschot Voetbalclub Antwerpen, Koninklijke Beerschot VA, KFCO Wilrijk, Beerschot Antwerp, FCO Beerschot Wilrijk,
  Beerschot VA FC, Germinal Beerschot | BEE
Cercle Brugge KSV | Cercle Brugge, Cercle Bruges, Cercle, KSV Cercle Brugge, Cercle Brugge Koninklijke
  Sportvereniging, Cercle Bruges KSV, Cercle Brugges, Cercle KSV Brugge, Cercle Bruegge | CEB, CER
Charleroi | Sporting Charleroi, Royal Charleroi SC, R. Charleroi SC, RC Sporting Charleroi, Sporting de Charleroi,
  Royal Charleroi, RCSC, Sp. Charleroi, Royal Charleroi Sporting Club, Charleroi SC, RSC Charleroi, R. Charleroi,
  Royal Sporting Charleroi, Royal Sporting Club Charleroi, SC Charleroi | CHA, RCS
Club Brugge | Club Brugge KV, Club Bruges, FC Brugge, FC Bruges, Brugge KV, Club Bruges KV, FC Brugge KV, Club Brugge
  Koninklijke Voetbalvereniging, Club Brugge FC, Cl. Brugge, Brugge Club, Club Brugges, Club Bruegge, FC Bruegge, FC
  Club Brugge | BRU, CBR, CLB
Deinze | KM Deinze, KMSK Deinze, SK Deinze
Eupen | KAS Eupen, AS Eupen, Königliche Allgemeine Sportvereinigung Eupen, KAS Eupen FC | EUP
FCV Dender EH | Dender, FC Dender, Dender EH, FCV Dender, FC Verbroedering Dender, KFC Dender, FC Verbroedering Dender
  EH, Verbroedering Dender, FC Dender EH, Dender EH FC, Dender FCV | DEN
Francs Borains | RFB Boussu Dour, Royal Francs Borains
Genk | KRC Genk, Racing Genk, Koninklijke Racing Club Genk, RC Genk, KRC Genk FC, Racing Club Genk, KRC Racing Genk |
  GEN, GNK
Gent | KAA Gent, AA Gent, La Gantoise, Ghent, KAA Ghent, AA Ghent, La Gantoise KAA Gent, Koninklijke Atletiek
  Associatie Gent, FC Gent, KAA La Gantoise, AA La Gantoise, Gantoise, Gent KAA | GNT, KAA
KSC Lokeren | SK Lokeren-Temse, Lokeren, Lokeren-Temse, KSC Lokeren-Temse, Sporting Lokeren, SC Lokeren, Sporting
  Lokeren-Temse
KV Kortrijk | Kortrijk, Courtrai, KV Courtrai, FC Kortrijk, KV Kortrijk FC, KVK Kortrijk | KOR, KVK
KV Mechelen | Mechelen, Malines, FC Malines, YR KV Mechelen, KV Malines, FC Mechelen, Yellow-Red KV Mechelen, KVM,
  Yellow-Red Koninklijke Voetbalclub Mechelen, YRKV Mechelen, Yellow Red Mechelen, KV Mechelen FC, YRFC Mechelen |
  MEC, MLN
KV Oostende | Oostende, Ostend, Ostende, KVO, KV Ostende, KV Ostend, AS Oostende
Leuven | OH Leuven, Oud-Heverlee Leuven, OHL, Oud-Heverlee, OH Louvain, OHL Leuven, O-H Leuven, Oud Heverlee Louvain,
  OH Leuven FC, Oud-Heverlee Leuven OHL, Louvain, OHL Louvain, Oud-H. Leuven, Leuven OH | LEU
Lierse K. | Lierse, Lierse SK, Lierse Kempenzonen, K. Lierse, K. Lierse SK, K Lierse Sportkring
Lommel SK | Lommel, Lommel United, SK Lommel
Mouscron | Royal Excel Mouscron, Excel Mouscron, Mouscron-Peruwelz, RE Mouscron, R. Excel Mouscron, Royal Mouscron,
  Moeskroen
Patro Eisden | Royal Patro Eisden, Patro Eisden Maasmechelen, Eisden, K. Patro Eisden Maasmechelen, Patro
  Maasmechelen, Patro Eisden MM, KPE Maasmechelen
RAAL La Louvière | RAA La Louvieroise, RAAL, La Louviere, RAAL La Louviere FC, RAA Louvieroise, RAA La Louviere,
  Louvieroise, RAAL Louviere, UR La Louviere, La Louviere RAAL | LAL, LOU
RAEC Mons | Mons, Bergen
RFC Liège | RFC Liegeois, FC Liege, Royal Football Club de Liege, RFC de Liege, Liege RFC
RFC Seraing | Seraing, RFC Seraing United, Seraing United, Royal Football Club Seraing, FC Seraing, Seraing RFC
Royal Antwerp | R. Antwerpen, Antwerp, Royal Antwerp FC, R. Antwerp, Antwerpen, R Antwerp FC, FC Antwerp, RAFC,
  Antwerp FC, Royal Antwerpen, Royal Antwerpen FC | ANT
Royale Olympic Charleroi | Olympic Charleroi, R. Olympic Charleroi, Olympic de Charleroi, RO Charleroi, Royal Olympic
  Charleroi, R. Olympic CC, Olympic Club Charleroi
RWDM | RWD Molenbeek, Molenbeek, RWDM Brussels, RWDM Brussels FC, RWDM47, Racing White Daring Molenbeek, Daring
  Brussels, Racing White Daring, Daring Brussels FC, RWDM 47, RWD Molenbeek 47, FC Molenbeek, RWDM Molenbeek | RWD
Sint Truiden | Sint-Truiden VV, St. Truiden VV, K. Sint-Truiden VV, St Truiden, Sint-Truidense, STVV, Sint-Truidense
  VV, Saint-Trond, St. Truidense, K. Sint-Truidense VV, Saint Truiden, St. Truidense VV, Sint Truidense VV FC,
  St-Trond, K St Truidense VV, Koninklijke Sint-Truidense Voetbalvereniging, Saint-Truidense, Saint-Truidense VV,
  Truiden, S. Truiden, KSTVV, Sint Truiden STVV, K. Sint Truiden, VV St. Truiden, VV Sint-Truiden, K St Truiden VV |
  STR, STV
SK Beveren | Waas-Beveren, Beveren, Waasland-Beveren, SK Waasland Beveren, Waasland-Beveren SK, KV RS Waasland - SK
  Beveren, KVRS Waasland-SK Beveren, Waasland, Red Star Waasland, W. Beveren, K. Beveren, YB SK Beveren, Yellow-Blue
  SK Beveren, KSK Beveren, SK Beveren-Waasland
Standard Liège | Standard, Standard de Liege, Standard Liege FC, Royal Standard de Liege, R. Standard de Liege,
  Standard Luik, Standard Lüttich, St Liege, Std. Liege, Royal Standard Club de Liege, Royal Standard Liege, S. Liege,
  Liege Standard, Stand. Liege, Standard Liege RSC, Royal Standard de Liege FC, Standard Luettich, RSCL | SDL, STA,
  STL
SV Zulte-Waregem | Zulte Waregem, Waregem, Essevee, Z. Waregem, SV Zulte Waregem FC, Zulte, Sportvereniging Zulte
  Waregem, SV Waregem, Zulte Wargem | ZUL, ZWA
Union Saint-Gilloise | St Gillis, Saint-Gillis, Union SG, Royale Union SG, Royale Union Saint-Gilloise, Union St
  Gilloise, R. Union SG, St Gilloise, Saint-Gilloise, Union Gilloise, R Union St Gilloise, Royale Union St Gilloise,
  R. Union Saint-Gilloise, USG, U. Saint-Gilloise, U St Gilloise, Union Saint Gillis, Royal Union SG, Royal Union
  Saint-Gilloise, Union S. Gilloise, R.U. Saint-Gilloise, RUSG, Royale Union St-Gilloise SG, R.U. St Gilloise, Union
  St-Gilles, Royal Union St Gilloise, Union Saint-Gilloise Brussels, Saint-Gilloise Union | UNI, Union
Virton | RE Virton, Excelsior Virton, Royal Excelsior Virton, R. Excelsior Virton
Westerlo | KVC Westerlo, VC Westerlo, Koninklijke Voetbal Club Westerlo, KVC Westerlo FC, KVC Westerlo VC | WES
`,
  {
    shared: {
      Bruges: ["Cercle Brugge KSV", "Club Brugge"],
      Brugge: ["Cercle Brugge KSV", "Club Brugge"],
      Brügge: ["Cercle Brugge KSV", "Club Brugge"],
      Liege: ["RFC Liège", "Standard Liège"],
    },
  },
);
