import type { LeagueTeams } from "@/server/catalogue/league-teams";
import { clubTable } from "@/server/catalogue/teams/club-table";

const shortWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["Clermont", ["Clerm"]],
  ["Football", ["Foot"]],
  ["Germain", ["G"]],
  ["Girondins", ["G", "Gir"]],
  ["Montpellier", ["Montp"]],
  ["Olympique", ["O", "Ol", "Oly", "Olymp"]],
  ["Racing", ["R", "Rac"]],
  ["Saint", ["St", "S", "Ste"]],
  ["Sporting", ["Sp"]],
  ["Stade", ["St", "Std", "S"]],
  ["Toulouse", ["Toul"]],
]);

const firstDivision = `
AS Monaco | Monaco, AS Monaco FC, ASM, Monaco FC, A.S. Monaco, Association Sportive de Monaco | MON, ASM
Nancy | AS Nancy, AS Nancy Lorraine, Nancy Lorraine, AS Nancy-Lorraine, ASNL, AS Nancy L. | NCY, ASN
AC Ajaccio | Ajaccio, Athletic Club Ajaccien, Ajaccio AC, AC Ajaccien | ACA, AJC
Amiens | Amiens SC, SC Amiens, Amiens Sporting Club, Amiens SCF | AMI
Angers | Angers SCO, SCO Angers, SCO, SCO d'Angers, Angers Sporting Club de l'Ouest | ANG, SCO
Auxerre | AJ Auxerre, AJA, A.J. Auxerre, Association Jeunesse Auxerroise, Auxerre AJ | AUX, AJA
SC Bastia | Bastia, Sporting Club de Bastia, Sporting Bastia, Sporting Club Bastia, SC Bastiais | BAS, SCB
Bordeaux | Girondins de Bordeaux, Girondins Bordeaux, FC Girondins de Bordeaux, FC Bordeaux, Girondins, FCGB, FC Girondins Bordeaux | BOR, FCGB
Brest | Stade Brest, Stade Brestois, Stade Brestois 29, Stade Brest 29, Brestois, Stade Brestois FC, SB29, Brest 29 | BRE, SBR, SB29
Caen | SM Caen, Stade Malherbe Caen, Stade Malherbe, SMC Caen, S.M. Caen, Stade Malherbe de Caen | CAE, SMC
Clermont | Clermont Foot, Clermont Foot 63, Clermont Foot Auvergne, Clermont Foot Auvergne 63, Clermont Ferrand, Clermont 63, CF63, Clermont F | CLE, CF63
Dijon | Dijon FCO, DFCO, Dijon Football Côte d'Or, FCO Dijon | DIJ
Évian Thonon Gaillard | Evian, Evian TG, Evian Thonon, Thonon Évian, Thonon Évian Grand Genève, Evian Thonon Gaillard FC | ETG
Grenoble | Grenoble Foot 38, Grenoble Foot, GF38, Grenoble 38, Grenoble Foot38, Grenoble F38, Grenoble GF38 | GRE,
  GF38
Guingamp | EA Guingamp, En Avant Guingamp, En Avant de Guingamp, EAG | GUI, EAG
Le Havre | Le Havre AC, Havre AC, HAC, Havre, Le Havre Athletic Club, AC Le Havre, Le Hav, L Havre, Le Havre Athletic | HAC, LEH, LHA
Le Mans FC | Le Mans, Le Mans UC, Le Mans Union Club 72, Le Mans UC72, Le Mans UC 72, MUC 72 | LMA, LEM
Lille | Lille OSC, LOSC, LOSC Lille, OSC Lille, Lille Olympique, Lille Olympique SC, Lille Olympique Sporting Club, Losc Lille Métropole, Lille LOSC | LIL, LOSC
Lorient | FC Lorient, FCL, Lorient FC, FC Lorient Bretagne Sud | LOR, FCL
Lyon | Olympique Lyonnais, Olympique Lyon, Ol. Lyon, Ol Lyonnais, OL, Olympique de Lyon, O. Lyonnais, OL Lyon,
  Lyonnais, Oly Lyon, Oly Lyonnais, O Lyon, Lyon OL, Ol. Lyonnais | LYO, LYN, OLY
Marseille | Olympique de Marseille, Olympique Marseille, Ol. Marseille, OM, O. Marseille, Olym Marseille, OM
  Marseille, Oly Marseille, Olympique De Marseil, Marseille OM | MAR, OM, MRS
Metz | FC Metz | MET, FCM
Montpellier | Montpellier HSC, Montpellier Hérault, Montpellier Herault SC, MHSC, Montpellier Hérault Sport Club, HSC Montpellier, Montpellier Hrlt | MON, MTP, MHSC
Nantes | FC Nantes, FC Nantes Atlantique | NAN, FCN, NTE
Nice | OGC Nice, OGC Nizza, OGCN, Nizza, OGC Nice Côte d'Azur, Olympique Gymnaste Club Nice, Olympique Gymnaste Club de Nice, Nice OGC | NIC, NCE, OGCN
Nîmes | Nîmes Olympique, Nimes Olympique, Olympique de Nîmes, Nimes Ol. | NIM
Paris FC | Paris Football Club, Paris F.C., Paris FC 98 | PFC
Paris Saint Germain | Paris SG, PSG, Paris Saint-Germain FC, Paris St Germain, Paris St-G, Paris S-G, Paris St. G., Paris S.G., P.S.G., Paris St-Germain,
  Paris Saint Germain Football Club, Paris Saint G, Paris Saint-G, Paris S Germain, Paris St. Germain FC, Paris Germain, Paris St Ger | PSG, PAR
RC Lens | Lens, Racing Club de Lens, Racing Lens, RCL, Racing Club Lens, Lens RC, RC de Lens, Racing de Lens | LEN,
  RCL
Stade de Reims | Reims, Stade Reims, Stade Reims Champagne, St. Reims, Stade Rémois | REI, SDR
Rennes | Stade Rennais, Stade Rennais FC, Stade Rennais FC 1901, Stade Rennes, SRFC, Rennais, St. Rennes, Stade Rennais Football Club, Stade Rennais F.C., Rennes FC | REN, SRFC
Saint Etienne | St Etienne, AS Saint-Étienne, AS St Etienne, ASSE, St-Étienne, AS St. Étienne, Saint-Étienne FC, S. Etienne, Saint-Etienne, Association Sportive de Saint-Étienne, AS Saint Etienne Loire, Ste Etienne | STE, ASSE, ETI
Sochaux | FC Sochaux, FC Sochaux-Montbéliard, Sochaux-Montbéliard, FCSM | SOC, FCSM
Strasbourg | RC Strasbourg, RC Strasbourg Alsace, Racing Strasbourg, Racing Club de Strasbourg, Strasbourg Alsace, Racing Club de Strasbourg Alsace, RCSA, RCS,
  Racing Club Strasbourg, Strasburg, Strassburg, Straßburg, RC Straßburg, Racing Straßburg, RC Strasbourg A. | STR, RCSA, RCS
Toulouse | Toulouse FC, FC Toulouse, TFC, Téfécé, Toulouse Football Club | TOU, TFC
Troyes | ES Troyes, ESTAC Troyes, ES Troyes AC, Estac, Espérance Sportive Troyes Aube Champagne, Troyes AC, ESTAC, AC
  Troyes, ES Troyes Aube Champagne, Troyes Estac, Espérance Troyes, ESTAC Troyes Aube Champagne | TRO, EST
Valenciennes | Valenciennes FC, VAFC, FC Valenciennes, US Valenciennes, US Valenciennes Anzin | VAL, VAFC
`;

const otherDivisions = `
Annecy FC | Annecy, FC Annecy | ANN, FCA
Boulogne | US Boulogne, US Boulogne CO, Boulogne-sur-Mer, USBCO, Union Sportive Boulogne, US Boulogne Côte d'Opale | BOU, USB
Bourg-en-Bresse | FBBP 01, Bourg-Péronnas, Bourg Peronnas, FBBP01, Football Bourg-en-Bresse, Bourg-en-Bresse Péronnas, Bourg-en-Bresse 01 | FBBP
Châteauroux | LB Châteauroux, La Berrichonne Châteauroux, Berrichonne Châteauroux, LB Chateauroux, Berrichonne de Châteauroux | CHA, LBC
Concarneau | US Concarneau, Concarneau US | USC
USL Dunkerque | Dunkerque, US Littoral Dunkerque, Dunkerque USL, Dunkirk, US Dunkerque, USL Dunkirk | DUN, USLD
GFC Ajaccio | Ajaccio GFCO, Gazélec Ajaccio, Gazelec, Gazélec FC Ajaccio, Ajaccio GFC, GFCO Ajaccio, Gazelec FCO Ajaccio | GFC
Stade Lavallois | Laval, Stade Lavallois MFC, Stade Lavallois Mayenne FC, Stade Laval, Stade Lavallois Mayenne, Lavallois | LAV, SLM
Martigues | FC Martigues | FCM
Niort | Chamois Niortais, Chamois Niortais FC, Chamois Niort, Niortais | NIO
Orléans | US Orléans, US Orleans 45, US Orléans Loiret, Orleans US | ORL
Pau FC | Pau, Pau Football Club | PAU
Quevilly Rouen | Quevilly-Rouen Métropole, QRM, US Quevilly-Rouen, Quevilly, US Quevilly Rouen Métropole, Quevilly RM, Quevilly Rouen Metropole | QRM
Red Star | Red Star FC, Red Star 93, Red Star Paris, Red Star FC 93, Red Star Saint-Ouen, Red Star FC Paris | RED, RSFC, RST
Rodez AF | Rodez, Rodez Aveyron, Rodez Aveyron Football, RAF, RAF Rodez, Rodez Aveyron FC | ROD, RAF
Rouen | FC Rouen, FC Rouen 1899 | FCR
Sedan | CS Sedan, CS Sedan Ardennes, Sedan Ardennes | SED
Tours | Tours FC, FC Tours
Versailles | FC Versailles, FC Versailles 78, Versailles 78 FC | FCV
Villefranche | FC Villefranche, Villefranche Beaujolais, FC Villefranche-Beaujolais, FCVB, FC Villefranche Beaujolais | FCVB
Gueugnon | FC Gueugnon
Libourne | Libourne Saint-Seurin, FC Libourne, Libourne-Saint-Seurin
Sète | FC Sète, FC Sète 34
Montceau | FC Montceau, Montceau Bourgogne
Louhans-Cuiseaux | CS Louhans-Cuiseaux
Aubagne | Aubagne FC, Aubagne Air Bel, Aubagne FC Air Bel
Avranches | US Avranches, US Avranches MSM, Avranches MSM
Béziers | AS Béziers, Avenir Sportif Béziers
Cannes | AS Cannes
Chambly | FC Chambly, FC Chambly Oise
Saint-Priest | AS Saint-Priest, St Priest
Cholet | SO Cholet
Créteil | US Créteil, US Créteil-Lusitanos, Créteil Lusitanos
Dieppe | FC Dieppe
Épinal | SAS Épinal, Epinal SAS
Fréjus Saint-Raphaël | Fréjus St-Raphaël, ES Fréjus-Saint-Raphaël, Étoile Fréjus Saint-Raphaël, Frejus
Istres | FC Istres, Istres FC
La Roche | La Roche VF, La Roche Vendée Football, La Roche-sur-Yon
Les Herbiers | Les Herbiers VF, Vendée Les Herbiers, VHF, Vendée Les Herbiers Football
FC Lyon |
Lyon La Duchère | Lyon-Duchère, Lyon Duchère AS, Sporting Club de Lyon, SC Lyon, La Duchère, AS Lyon-Duchère, Lyon Duchere
Nîmes Chemin Bas | Nîmes Chemin Bas d'Avignon, Chemin Bas d'Avignon
Paris 13 Atletico | Paris 13 Atlético, Paris 13, Paris 13 Atl, Paris XIII Atletico
Thaon | ES Thaon
Toulon | SC Toulon, Sporting Toulon, Sporting Club Toulon, Sporting Club de Toulon
Vannes | Vannes OC
Stade Briochin | St Brieuc, Saint-Brieuc, St. Briochin, Briochin
Arles-Avignon | AC Arles-Avignon, AC Arles, Arles, Arles Avignon
Bergerac | Bergerac Périgord, Bergerac Périgord FC
Blois | Blois Foot 41, Blois Football 41
Bourgoin-Jallieu | FC Bourgoin-Jallieu, Bourgoin
Fleury | FC Fleury 91, Fleury 91, Fleury Merogis, FC Fleury
Furiani | FC Furiani-Agliani, AS Furiani-Agliani
Grasse | RC Grasse, RC Pays de Grasse
Haguenau | FCSR Haguenau, FR Haguenau
Hyères | Hyères FC
Jura Sud | Jura Sud Foot
Le Puy | Le Puy Foot, Le Puy Foot 43, Le Puy Foot 43 Auvergne, Le Puy-en-Velay
Marignane Gignac | Marignane Gignac CB, Marignane-Gignac, Marignane-Gignac FC, Marignane Gignac Côte Bleue
Rumilly | Rumilly-Vallières, GFA Rumilly-Vallières, GFA Rumilly Vallieres
Saint-Malo | US Saint-Malo, St Malo, US St Malo
Saumur | Olympique Saumur, Olympique de Saumur
Schiltigheim | SC Schiltigheim
Wasquehal | Wasquehal Foot, ES Wasquehal
`;

const options = {
  shortWords,
  suffixes: ["FC", "Football Club"],
  shared: {
    Paris: ["Paris FC", "Paris Saint Germain"],
    Olympique: ["Lyon", "Marseille", "Nîmes"],
    Racing: ["RC Lens", "Strasbourg"],
    "Racing Club": ["RC Lens", "Strasbourg"],
    "Sporting Club": ["SC Bastia", "Lyon La Duchère"],
    Stade: ["Brest", "Rennes", "Stade de Reims", "Stade Lavallois"],
  },
};

/** Clubs that were in the first division in recent seasons. */
export const frenchFirstDivision: LeagueTeams = clubTable(firstDivision, options);

/** Clubs of Ligue 1, Ligue 2 and the National, and other clubs of the Coupe de France. */
export const frenchClubs: LeagueTeams = clubTable(firstDivision + otherDivisions, options);
