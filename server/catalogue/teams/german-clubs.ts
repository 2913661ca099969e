import type { LeagueTeams } from "@/server/catalogue/league-teams";
import { clubTable } from "@/server/catalogue/teams/club-table";

const shortWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["Alemannia", ["A", "Alem", "Al"]],
  ["Arminia", ["A", "Arm", "Armin"]],
  ["Bayer", ["B"]],
  ["Bayern", ["B", "Bay"]],
  ["Borussia", ["B", "Bor", "Boru"]],
  ["Dynamo", ["D", "Dyn", "Dy"]],
  ["Eintracht", ["E", "Ein", "Eint", "Eintr"]],
  ["Energie", ["E", "En", "Ener"]],
  ["Erzgebirge", ["E", "Erz", "Erzg", "Erzgeb"]],
  ["Fortuna", ["F", "Fort", "For"]],
  ["Frankfurt", ["Frankf", "F'furt", "Ffm"]],
  ["Greuther", ["G", "Gr", "Greu"]],
  ["Hamburger", ["Hamb", "Hamburg"]],
  ["Hansa", ["H", "Han"]],
  ["Hertha", ["H"]],
  ["Holstein", ["H", "Hol", "Holst"]],
  ["Jahn", ["J"]],
  ["Karlsruher", ["Karlsr", "Karlsruhe"]],
  ["Kickers", ["K", "Kick"]],
  ["München", ["M", "Munich", "Munchen"]],
  ["Preußen", ["P", "Pr", "Preuss", "Preus", "Preuß"]],
  ["Rot-Weiss", ["RW", "R-W", "R-Weiss", "Rot Weiß"]],
  ["Sankt", ["St"]],
  ["St.", ["St", "Sankt", "Saint", "S"]],
  ["Union", ["U", "Un"]],
  ["Viktoria", ["V", "Vik", "Vikt"]],
  ["Waldhof", ["W", "Wald"]],
  ["Wehen", ["W"]],
  ["Werder", ["W", "Werd"]],
  ["Würzburger", ["Würzb"]],
]);

const firstDivision = `
1. FC Heidenheim | Heidenheim, FC Heidenheim, 1 FC Heidenheim 1846, FC Heidenheim 1846, 1. Heidenheim, Heidenheim 1846 | HDH, FCH, HEI
1. FC Kaiserslautern | Kaiserslautern, FC Kaiserslautern, K'lautern, Lautern | FCK, KAI
1. FC Köln | FC Koln, FC Köln, Köln, Cologne, FC Cologne, 1. FC Cologne, Koeln, FC Koeln, 1. FC Koeln, 1. FC Koln, Koln, 1.FC Köln, 1 FC Cologne, FC Colonia, Keulen | KOE, KOL, COL
1. FC Nürnberg | Nürnberg, Nurnberg, Nuremberg, Nuernberg, FC Nürnberg, FC Nurnberg, FC Nuremberg, 1. FC Nuremberg | FCN, NUR, NUE
Arminia Bielefeld | Bielefeld, DSC Arminia Bielefeld, DSC Bielefeld, Arminia, DSC Arminia | BIE, DSC, ARM
Augsburg | FC Augsburg, FCA, Fussball-Club Augsburg | AUG, FCA
Bayer Leverkusen | Leverkusen, Bayer 04 Leverkusen, Bayer 04, B. Leverkusen, Bayer L'kusen, Bayer04, B04, Bayer 04 L, Bayer Lever, TSV Bayer 04 Leverkusen,
  Bayer 04 Leverk., Leverkusen Bayer, Bay. Leverkusen | LEV, B04
Bayern Munich | Bayern, FC Bayern, Bayern München, FC Bayern München, FC Bayern Munich, Bayern Munchen, Bayern Muenchen, FC Bayern Muenchen, B. Munich,
  Bayern Mun, Bayern M, Bay Munich, B München, FC Bayern M, Bayern Mnchn, FC Bayern Munchen, Bayern München FC, FC Bayern Múnich, Bayern Monaco | BAY, FCB, MUN, BMU
Borussia Dortmund | Dortmund, BVB, BVB 09, BV Borussia 09 Dortmund, B. Dortmund, Bor. Dortmund, BV Borussia Dortmund, Borussia Dort, BVB Dortmund, BVB 09 Dortmund,
  BV 09 Borussia Dortmund, Ballspielverein Borussia 09 Dortmund, BV Dortmund, B Dortmund, Borussia D, Borussia 09 Dortmund | DOR, BVB
Borussia Monchengladbach | M'gladbach, Mgladbach, M Gladbach, M. Gladbach, Gladbach, Mönchengladbach, Borussia Mönchengladbach, Borussia Moenchengladbach, Borussia M'gladbach,
  Borussia M.Gladbach, Borussia M. Gladbach, B. Monchengladbach, B. M'gladbach, Bor. Mönchengladbach, Bor. M'gladbach, Borussia Gladbach, B Mgladbach, Bor M'gladbach, B. Gladbach,
  Bor. Gladbach, Monchengladbach, Moenchengladbach, Borussia VfL Mönchengladbach, Borussia VfL 1900 Mönchengladbach, Borussia M, VfL Borussia Mönchengladbach, BMG, Borussia Mgladbach,
  Bor. Monchengladb, Borussia Monchengl, B. Mönchengladb, Bor. Mönchengl, Bor M Gladbach, Borussia MG, Borussia Moenchengl, Borussia Mönchengladb | BMG, MGL, MON, MOE
Dynamo Dresden | SG Dynamo Dresden, Dresden, 1. FC Dynamo Dresden | SGD, DRE, DYN
Eintracht Braunschweig | Braunschweig, BTSV, BTSV Eintracht Braunschweig, Eintr. Braunschw, E Braunschweig, Brunswick, TSV Eintracht Braunschweig, Braunschwg | EBS, BRA, BTSV
Eintracht Frankfurt | Ein Frankfurt, Eint Frankfurt, Frankfurt, E. Frankfurt, SG Eintracht Frankfurt, SGE, Eintr Frankfurt, Eintracht F, SGE Frankfurt, Eintracht Fr., E Frankf, Eintr. Frankf,
  Eintracht Frankfurt FC, Eint. Frankfurt, Eintracht Ffm, Frankfurt Eintracht | SGE, FRA, EFR
FC Schalke 04 | Schalke 04, Schalke, FC Schalke, Schalke FC, Gelsenkirchen-Schalke 04, Schalke04 | S04, SCH
FC St. Pauli | St Pauli, Sankt Pauli, Saint Pauli, S. Pauli, FC St Pauli 1910, FC St. Pauli Hamburg, FC Saint Pauli, San Pauli, St. Pauli Hamburg | STP, FCSP
FSV Mainz 05 | Mainz, Mainz 05, 1. FSV Mainz 05, FSV Mainz, 1. FSV Mainz, FC Mainz 05, Mayence, FC Mainz, Mainz05, 1. FC Mainz 05, 1. Mainz 05 | MAI, M05, MNZ
Fortuna Düsseldorf | Düsseldorf, Duesseldorf, Dusseldorf, Fortuna Dusseldorf, Fortuna Duesseldorf, F. Düsseldorf, Fortuna 95, F. Dusseldorf, Fort. Dusseldorf, Fortuna Düsseld, Fortuna Duss, F Dusseldorf,
  Fortuna D'dorf | F95, DUS
Greuther Fürth | Fürth, SpVgg Greuther Fürth, Greuther Furth, Greuther Fuerth, Fuerth, Furth, SpVgg Fürth, SpVgg Greuther Furth, Gr. Fürth, SpVgg Gr. Fürth, G. Furth, Greuther-Furth | SGF, FUE, FUR
Hamburger SV | Hamburg, HSV, Hamburg SV, SV Hamburg, Hamburger, Hamburger Sport-Verein, HSV Hamburg, Hamburger Sportverein | HSV, HAM
Hannover 96 | Hannover, Hanover, Hanover 96, Hannover96, SV Hannover 96, Hannoverscher SV 96, H96, Hannover 96 eV | H96, HAN
Hansa Rostock | Rostock, FC Hansa Rostock, F.C. Hansa Rostock, Hansa | ROS, HRO
Hertha Berlin | Hertha, Hertha BSC, Hertha BSC Berlin, BSC Hertha, BSC Hertha Berlin, Hertha Berliner SC, H. Berlin, Hertha BSC 1892 | BSC, HBSC, HER
Holstein Kiel | Kiel, KSV Holstein, KSV Holstein Kiel, KSV Kiel, H Kiel, Kieler SV Holstein, Kieler SV Holstein 1900 | KSV, KIE
Karlsruher SC | Karlsruhe, Karlsruher, KSC, SC Karlsruhe, Karlsruhe SC, Karlsruher Sport-Club, Karlsruher SC 1894 | KSC, KAR
RB Leipzig | Leipzig, RasenBallsport Leipzig, Red Bull Leipzig, RBL, RB Leipz, R.B. Leipzig, Rasen Ballsport Leipzig, Rasenballsport, RasenBallsport Leipzig e.V.,
  RB Leipsig | RBL, LEI
SC Freiburg | Freiburg, FC Freiburg, Sport-Club Freiburg, SCF, Sport Club Freiburg, Freiburg SC, SC Freiburg 1904, Fribourg SC | SCF, FRE
SC Paderborn | Paderborn, SC Paderborn 07, Paderborn 07, FC Paderborn, FC Paderborn 07, SCP 07, Paderborn SC | PAD, SCP
SV Darmstadt 98 | Darmstadt, Darmstadt 98, SV Darmstadt, SVD 98, SV Darmstadt 1898, SVD, Darmstadt98, FC Darmstadt | D98, DAR, SVD
Elversberg | SV Elversberg, SV 07 Elversberg, SpVgg Elversberg, SVE, SV Elversb, FC Elversberg | ELV, SVE
TSG Hoffenheim | Hoffenheim, TSG 1899 Hoffenheim, 1899 Hoffenheim, TSG Hoffenheim 1899, TSG, TSG 1899, Hoffenheim 1899, Hoffenhm, FC Hoffenheim | HOF, TSG, HOFF
Union Berlin | 1. FC Union Berlin, FC Union Berlin, 1 FC Union Berlin 1966, Union, U. Berlin, 1. FC Union, Un Berlin, FC Union, 1.FC Union Berlin, Union Berl | FCU, UNB, UNI
VfB Stuttgart | Stuttgart, VFB, Stuttgart VfB, FC Stuttgart, VfB Stuttg, VfB 1893 Stuttgart, VfB Stuttgart 1893 | STU, VFB
VfL Bochum | Bochum, VfL Bochum 1848, Bochum 1848, FC Bochum, VfL Bo, VfL Bochum 1848 FG | BOC
VfL Wolfsburg | Wolfsburg, Wolfsb, W'burg, FC Wolfsburg, VfL Wolfsb | WOB, WOL
Werder Bremen | Bremen, SV Werder Bremen, W. Bremen, SV Werder, Werder, Werder Brem, Sportverein Werder Bremen, SVW, FC Werder Bremen, SV Bremen | SVW, BRE, WBR
`;

const otherDivisions = `
1. FC Magdeburg | Magdeburg, FC Magdeburg | MAG, FCM
FC Ingolstadt 04 | Ingolstadt, FC Ingolstadt, Ingolstadt 04 | ING, FCI
SC Preußen Münster | Preußen Münster, Preussen Munster, SC Preussen 06 Munster, Preussen Muenster, Münster, Munster, Muenster, SC Preußen 06 Münster, SC Preussen Munster, SC Preussen Muenster, SC Münster,
  Preuss Muenster, Pr. Munster, Pr. Münster, SC Munster, SC Preussen, Preussen Münster, SCP Münster, Preußen 06 Münster | PRM, MUE
TSV 1860 München | 1860 München, 1860 Munich, TSV 1860 Munich, Munich 1860, TSV 1860, 1860 Munchen, TSV München 1860, München 1860, TSV 1860 Munchen, TSV 1860 Muenchen, TSV Munich 1860, 1860 Muenchen,
  TSV Munich, TSV München, TSV Munchen | M60, TSV
VfL Osnabrück | Osnabrück, Osnabruck, Osnabrueck, VfL Osnabruck, VfL Osnabruck 1899 | OSN
1. FC Saarbrücken | Saarbrücken, Saarbrucken, Saarbruecken, FC Saarbrücken, FC Saarbrucken, 1. FC Saarbrucken | FCS, SAA
Alemannia Aachen | Aachen, TSV Alemannia Aachen, Alem. Aachen, TSV Aachen, Aix-la-Chapelle | AAC, TSVA
Erzgebirge Aue | Aue, FC Erzgebirge Aue, Erz. Aue, Erzgeb. Aue, FC Aue | AUE
FC Energie Cottbus | Energie Cottbus, Cottbus, E. Cottbus, FCE Cottbus | FCE, COT
FC Viktoria Köln 1904 | Viktoria Köln, Viktoria Koln, FC Viktoria Köln, Viktoria Cologne, FC Viktoria Koln, V. Köln, Viktoria Koeln, FC Viktoria Köln 04, Vik. Köln, FC Viktoria Cologne, Vikt. Köln | VIK
Jahn Regensburg | Regensburg, SSV Jahn Regensburg, SSV Jahn, J. Regensburg, SSV Regensburg, SSV Jahn Regensburg 2000, Jahn R., Jahn R'burg | SSV, REG, JAH
MSV Duisburg | Duisburg, MSV, Meidericher SV, FC Duisburg | MSV, DUI
Rot-Weiss Essen | RW Essen, Rot-Weiß Essen, Essen, RWE, Rot Weiss Essen, R-W Essen, Rot-Weiss E, RWEssen | RWE, ESS
SC Verl | Verl, Sportclub Verl | VER
SSV Ulm 1846 | Ulm, SSV Ulm, SSV Ulm 1846 Fussball, Ulm 1846, SSV Ulm 1846 Fußball, SSV 1846 Ulm | ULM
Schweinfurt | 1. FC Schweinfurt, FC Schweinfurt 05, Schweinfurt 05, FC Schweinfurt, 1. FC Schweinfurt 05, 1. FC Schweinfurt 1905, 1. Schweinfurt 05 | SWF, FCS05
TSV Havelse | Havelse | HAV
Waldhof Mannheim | SV Waldhof Mannheim, Mannheim, SV Waldhof, SV Waldhof Mannheim 07, Waldhof, SV Mannheim, Waldhof Mannh, Waldh. Mannheim | WHM, MAN
Wehen Wiesbaden | SV Wehen Wiesbaden, SV Wehen, Wehen, Wiesbaden, Wehen-Wiesbaden, SV WW, SVWW, SV Wehen-Wiesbaden, SV Wiesbaden, Wehen Wiesb. | SVWW, WEH
Unterhaching | SpVgg Unterhaching, Spvgg Haching, Haching | UNT, SVU
Sandhausen | SV Sandhausen, SV Sandhausen 1916 | SVS, SAN
Hallescher FC | Halle, Hallesche, Hallescher | HFC, HAL
SV Meppen | Meppen | MEP, SVM
VfB Lübeck | Lübeck, Lubeck, Luebeck, VfB Lubeck | LUB
VfB Oldenburg | Oldenburg | OLB
FSV Zwickau | Zwickau | ZWI
Bayreuth | SpVgg Bayreuth, SpVgg Oberfranken Bayreuth | BTH
Würzburger Kickers | Würzburg, Wurzburg, FC Würzburger Kickers, Wurzburger Kickers, FWK, Kickers Würzburg, Wuerzburger Kickers, W. Kickers, W'burg Kickers | FWK, WUE
Türkgücü München | Türkgücü, Turkgucu, Turkgucu Munich, Türkgücü Munich, Turkgucu Munchen | TGM
KFC Uerdingen 05 | KFC Uerdingen, Uerdingen, Uerdingen 05 | KFC
Sonnenhof Großaspach | SG Sonnenhof Großaspach, Grossaspach, Großaspach, Sonnenhof Grossaspach, SG Sonnenhof
Carl Zeiss Jena | FC Carl Zeiss Jena, Jena, CZ Jena, C. Z. Jena, FCC Jena, FC CZ Jena | CZJ, FCCJ
Chemnitzer FC | Chemnitz, Chemnitzer, FC Chemnitz | CFC
Rot-Weiß Erfurt | RW Erfurt, Rot-Weiss Erfurt, Erfurt, FC Rot-Weiß Erfurt, FC Rot-Weiss Erfurt | ERF
Rot-Weiß Oberhausen | RW Oberhausen, Rot-Weiss Oberhausen, Oberhausen, SC Rot-Weiß Oberhausen, RWO | RWO
Rot-Weiß Koblenz | Rot-Weiss Koblenz, RW Koblenz, FC Rot-Weiß Koblenz
TuS Koblenz | Koblenz
Lokomotive Leipzig | 1. FC Lokomotive Leipzig, Lok Leipzig, 1. FC Lok Leipzig, FC Lok Leipzig, Lok. Leipzig, Lokomotiv Leipzig, L. Leipzig
Chemie Leipzig | BSG Chemie Leipzig, BSG Chemie
Berliner FC Dynamo | BFC Dynamo, BFC Dynamo Berlin, Dynamo Berlin, BFC Dynamo-Berlin
Berliner AK | Berliner AK 07, BAK 07, BAK
Viktoria Berlin | FC Viktoria 1889 Berlin, Viktoria 1889 Berlin, FC Viktoria Berlin, Viktoria 89 Berlin, Viktoria 1889
Tennis Borussia Berlin | TeBe, TeBe Berlin, Tennis Borussia
Babelsberg 03 | SV Babelsberg 03, SV Babelsberg, Babelsberg
Altglienicke | VSG Altglienicke
Hertha Zehlendorf | Hertha 03 Zehlendorf, FC Hertha 03 Zehlendorf
Greifswalder FC | Greifswald, Greifswalder
Kickers Offenbach | Offenbach, OFC, Offenbacher Kickers, OFC Kickers, Kickers Offenb
Stuttgarter Kickers | SV Stuttgarter Kickers, Stuttg. Kickers, Kickers Stuttgart
Kickers Emden | Emden, BSV Kickers Emden
FC Homburg | FC 08 Homburg, Homburg, FC Homburg 08, 08 Homburg
FSV Frankfurt | FSV Frankfurt 1899
FC Gießen | Gießen, Giessen, FC Giessen
FC Villingen | FC 08 Villingen, Villingen, FC Villingen 08
FC Astoria Walldorf | Astoria Walldorf, Walldorf, FCA Walldorf
SGV Freiberg | Freiberg, SGV Freiberg Fussball
TSV Steinbach Haiger | Steinbach Haiger, TSV Steinbach, Steinbach
Hessen Kassel | KSV Hessen Kassel, Kassel
Bahlinger SC | Bahlingen, Bahlinger
Phönix Lübeck | 1. FC Phönix Lübeck, Phoenix Lübeck, FC Phönix Lübeck, Phonix Lubeck
Teutonia Ottensen | FC Teutonia 05 Ottensen, Teutonia 05, FC Teutonia Ottensen, Teutonia 05 Ottensen
Eintracht Norderstedt | Norderstedt, FC Eintracht Norderstedt
SV Drochtersen/Assel | Drochtersen/Assel, Drochtersen, SV Drochtersen, D/A
SV Atlas Delmenhorst | Atlas Delmenhorst, Delmenhorst
Blau-Weiß Lohne | BW Lohne, Blau-Weiss Lohne, Lohne
TSV Schott Mainz | Schott Mainz
SV Rödinghausen | Rödinghausen, Rodinghausen, Roedinghausen
Wuppertaler SV | Wuppertal, Wuppertaler
Fortuna Köln | SC Fortuna Köln, Fortuna Koln, SC Fortuna Koln, Fortuna Cologne
SC Wiedenbrück | Wiedenbrück, Wiedenbruck
FC Gütersloh | Gütersloh, Gutersloh
1. FC Bocholt | Bocholt, FC Bocholt
SV Lippstadt | SV Lippstadt 08, Lippstadt
ETB Schwarz-Weiß Essen | SW Essen, Schwarz-Weiss Essen, ETB Essen
Bonner SC | Bonn
FC Düren | 1. FC Düren, Düren, 1. FC Duren
SSVg Velbert | Velbert, SSVg Velbert 02
FV Illertissen | Illertissen
Wacker Burghausen | SV Wacker Burghausen, Burghausen
FC Memmingen | Memmingen
SpVgg Ansbach | Ansbach, SpVgg Ansbach 09
FC Pipinsried | Pipinsried
TSV Aubstadt | Aubstadt
Eintracht Bamberg | FC Eintracht Bamberg, Bamberg
SV Schalding-Heining | Schalding-Heining, Schalding
Makkabi Berlin | TuS Makkabi Berlin, TuS Makkabi
RSV Eintracht Stahnsdorf | RSV Eintracht, RSV Eintracht 1949, Eintracht Stahnsdorf
ZFC Meuselwitz | Meuselwitz
FC Eilenburg | Eilenburg
Lichtenberg 47 | SV Lichtenberg 47, Lichtenberg
FV Engers | FV Engers 07, Engers
SV Hemelingen | Hemelingen
Bremer SV | Bremer
Oberneuland | FC Oberneuland
Lüneburger SK Hansa | Lüneburger SK, Lüneburg
Weiche Flensburg | SC Weiche Flensburg 08, Weiche Flensburg 08, Flensburg, SC Weiche-08
Todesfelde | SV Todesfelde
FK Pirmasens | Pirmasens
SV Eintracht Trier | Eintracht Trier, SV Eintracht Trier 05, Trier
TSV Schilksee | Schilksee
Rot Weiss Ahlen | Ahlen, RW Ahlen, LR Ahlen, Rot Weiß Ahlen
SSV Reutlingen | Reutlingen, SSV Reutlingen 05
VfR Aalen | Aalen
Sportfreunde Siegen | Siegen, SF Siegen
Sportfreunde Lotte | Lotte, SF Lotte
TuS Dassendorf | Dassendorf
SV Westfalia Rhynern | Westfalia Rhynern, Rhynern
`;

const reserveSides = `
VfB Stuttgart II | Stuttgart II, VfB Stuttgart 2, Stuttgart B, VfB Stuttgart B, Stuttgart 2, VfB Stuttgart U21
TSG Hoffenheim II | Hoffenheim II, TSG 1899 Hoffenheim II, Hoffenheim 2, Hoffenheim B, TSG Hoffenheim 2, TSG Hoffenheim B, 1899 Hoffenheim II, TSG Hoffenheim U23
Borussia Dortmund II | Dortmund II, Borussia Dortmund 2, Borussia Dortmund B, BVB II, Dortmund 2, Dortmund B, Borussia Dortmund U23, B. Dortmund II, Bor. Dortmund II
Hannover 96 II | Hannover II, Hannover 96 2, Hannover 96 B, Hannover 2, Hannover B, Hannover 96 U23
SC Freiburg II | Freiburg II, SC Freiburg 2, SC Freiburg B, Freiburg 2, Freiburg B, SC Freiburg U23
`;

const options = {
  shortWords,
  suffixes: ["FC"],
  shared: {
    Berlin: ["Hertha Berlin", "Union Berlin"],
    Borussia: ["Borussia Dortmund", "Borussia Monchengladbach"],
    Bayer: ["Bayer Leverkusen", "Bayern Munich"],
    Eintracht: ["Eintracht Braunschweig", "Eintracht Frankfurt"],
    Kickers: ["Kickers Offenbach", "Stuttgarter Kickers", "Würzburger Kickers"],
    Munich: ["Bayern Munich", "TSV 1860 München"],
    München: ["Bayern Munich", "TSV 1860 München"],
    Viktoria: ["FC Viktoria Köln 1904", "Viktoria Berlin"],
  },
};

/** Clubs that were in the first division in recent seasons. */
export const germanFirstDivision: LeagueTeams = clubTable(firstDivision, options);

/** Clubs of the Bundesliga, the second and third divisions, and other clubs of the DFB-Pokal. */
export const germanClubs: LeagueTeams = clubTable(firstDivision + otherDivisions, options);

/** `germanClubs` and the reserve sides that play in the third division. */
export const germanClubsAndReserves: LeagueTeams = clubTable(
  firstDivision + otherDivisions + reserveSides,
  options,
);
