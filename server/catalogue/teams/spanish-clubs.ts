import type { LeagueTeams } from "@/server/catalogue/league-teams";
import { clubTable } from "@/server/catalogue/teams/club-table";

const shortWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["Athletic", ["Ath", "A"]],
  ["Atlético", ["A", "At", "Atl", "Ath", "Atco", "Atlet", "Atleti"]],
  ["Balompié", ["B", "Balomp"]],
  ["Celta", ["C"]],
  ["Cultural", ["C", "Cult"]],
  ["Deportiva", ["D", "Dep"]],
  ["Deportivo", ["D", "Dep", "Depor", "Dptvo", "Deport"]],
  ["Gimnástica", ["G", "Gim"]],
  ["Racing", ["R", "Rac"]],
  ["Rayo", ["R"]],
  ["Real", ["R", "Rl"]],
  ["Sociedad", ["Soc", "Socied"]],
  ["Sporting", ["S", "Sp", "Spor", "Sport", "Sptg"]],
  ["Unión", ["U", "Un"]],
]);

const firstDivision = `
Alavés | Deportivo Alavés, CD Alavés, D. Alavés, Dep. Alavés, Depor Alavés, Deportivo Alavés SAD, D Alaves | ALA, ALV
Albacete | Albacete Balompié, Albacete Bal., Albacete BP, Alb. Balompie | ALB
Almería | UD Almería, Almería UD, U.D. Almería, Unión Deportiva Almería | ALM
Athletic Bilbao | Ath Bilbao, Athletic Club, Athletic Club Bilbao, Athletic Club de Bilbao, Bilbao, Athletic, A. Bilbao, Ath. Bilbao, Athletic de Bilbao, Athletic Bilb, Athletic Bil, Ath Club, Athl Bilbao,
  Athletic Bilbao Club, Atlético Bilbao, Atl. Bilbao, Athletico Bilbao | ATH, BIL, ATB
Atlético Madrid | Ath Madrid, Atlético de Madrid, Club Atlético de Madrid, Club Atlético Madrid, Atl. Madrid, Atl Madrid, At. Madrid, Atlético, Atleti, A. Madrid, Atleti Madrid, ATM, Atlético de Madrid SAD, Atl. de Madrid,
  Athletico Madrid, Atletico M, Atletico Mad, Atlético Madrid CF, Atco Madrid, CA Madrid, Atl Madrd, Athl Madrid, Atletico de Mad | ATM, AMD, AMA, ATL
Barcelona | FC Barcelona, Barça, Barca, Barcelona FC, F.C. Barcelona, Futbol Club Barcelona, Barcelone, Barna, FC Barca, FC Barça, Fútbol Club Barcelona | BAR, FCB, BCN
CA Osasuna | Osasuna, Club Atlético Osasuna, C.A. Osasuna, Osasuna Pamplona, Atlético Osasuna, Atl. Osasuna, Osasuna CA | OSA
Celta Vigo | Celta, Celta de Vigo, RC Celta, RC Celta de Vigo, Real Club Celta de Vigo, RC Celta Vigo, C. Vigo, R.C. Celta, Real Celta, Celta De V, Real Club Celta, Vigo | CEL, RCC
Córdoba | Córdoba CF, Cordova | COR
Cádiz CF | Cádiz, Cadiz Club de Futbol | CAD
Deportivo La Coruña | La Coruna, Deportivo de La Coruña, RC Deportivo, RC Deportivo La Coruña, RC Deportivo de La Coruña, Dep. La Coruña, Deportivo A Coruña, Depor, Dep La Coruna, D. La Coruña, D La Coruna, Coruña,
  Deportivo Coruña, RC Deportivo A Coruña, Deportivo de A Coruña, Deportivo La C, Dep. Coruña, La Coruña Deportivo, Deport La Coruna, Real Club Deportivo de La Coruña, RCD La Coruña, RCD Coruña, A Coruña, Dep La Cor, Deportivo LC | DEP, COR, LCO
Elche CF | Elche, Elche C.F., Elche Club de Fútbol | ELC
Espanyol | Espanol, RCD Espanyol, RCD Espanyol de Barcelona, RCD Espanyol Barcelona, Espanyol Barcelona, Español, Espanyol Barc, RCD Español, Real Club Deportivo Espanyol, Espanyol de Barcelona,
  R.C.D. Espanyol, Real Club Deportivo Espanyol de Barcelona, RCD Espanyol Barc, Espanyol RCD, Espan. Barcelona, Esp. Barcelona | ESP
Getafe | Getafe CF, Getafe C.F. | GET
Girona | Girona FC, FC Girona, Gerona | GIR
Granada CF | Granada, Granada C.F. | GRA, GRN
Las Palmas | UD Las Palmas, U.D. Las Palmas, Las Palmas UD, UD Las P, L. Palmas, L Palmas, Unión Deportiva Las Palmas | LPA, LAS, UDL
Leganés | CD Leganés, C.D. Leganés, Leganes CD, Club Deportivo Leganés | LEG
Levante | Levante UD, U.D. Levante, UD Levante, Levante Unión Deportiva | LEV
Mallorca | RCD Mallorca, Real Mallorca, Real Club Deportivo Mallorca, R. Mallorca, Majorca, Mallorca RCD, R.C.D. Mallorca, Real Majorca, Real CD Mallorca | MLL, MAL, MLR, RCDM
Málaga | Málaga CF, Málaga C.F. | MLG, MCF
Oviedo | Real Oviedo, R. Oviedo, Real Oviedo CF | OVI, ROV
Real Racing Club de Santander | Racing Santander, Racing, Racing Club, Santander, Racing de Santander, Real Racing Club, Racing Club de Santander, Real Racing Santander, R. Racing Club, R. Santander, Racing S., Racing Club Santander, Real Racing Club Santander,
  Rac. Santander, Real Racing, R Santander, Racing Sant, Racing Santand, RR Santander | RAC, SAN, RSA
Rayo Vallecano | Vallecano, Rayo, Rayo Vallecano de Madrid, Rayo Vallecano Madrid, R. Vallecano, Rayo V, Rayo Valle, Rayo Vallec, Rayo Vallecan, Rayo Madrid | RAY
Real Betis | Betis, Real Betis Balompié, Real Betis Sevilla, Real Betis Seville, R. Betis, Betis Sevilla, Betis Seville, Real Betis Bal., Betis Balompié, Real Betis Balompie SAD, Real Betis Bal, Betis Séville | BET, RBB
Real Madrid | Real Madrid CF, R. Madrid, R Madrid, Real Madrid C.F., RM, RMCF, Real Madrid FC, Real M, Real Mad, Rl Madrid, Real de Madrid | RMA, RMD
Real Sociedad | Sociedad, Real Sociedad de Fútbol, Real Sociedad San Sebastian, R. Sociedad, La Real, Real Soc, Real Soc., Real Sociedad SS, R Sociedad, Real San Sebastian, Real Sociedad de San Sebastián, R. Soc.,
  Real Socieded, Real Sociedad SAD, Real Sociedad CF, Real Socied, R. S. San Sebastián | RSO, SOC
Real Valladolid CF | Valladolid, Real Valladolid, R. Valladolid, R Valladolid, Real Vallad, Real Valladolid Club de Fútbol | VLD, VLL, RVA
Zaragoza | Real Zaragoza, R. Zaragoza, R Zaragoza, Real Zaragoza CD, Saragossa, Real Zarag, Real Saragossa, Real Saragosse | ZAR
SD Eibar | Eibar, S.D. Eibar, Eibar SD | EIB
SD Huesca | Huesca, S.D. Huesca, Huesca SD | HUE
Sevilla | Sevilla FC, FC Sevilla, Sevilla F.C., Seville FC, FC Seville, Sevilla Fútbol Club | SEV, SFC
Sporting Gijón | Sp Gijon, Sporting de Gijón, Real Sporting, Real Sporting de Gijón, Gijón, S. Gijón, Sp. Gijón, Real Sporting Gijón, Sporting G, Sport Gijon, R. Sporting, Real Sporting de G, Sporting Gij, R Sporting Gijon, Sporting,
  Sporting Gijon Real | SPG, GIJ, SPO, RSG
Tenerife | CD Tenerife, C.D. Tenerife, Tenerife CD, Teneriffa | TEN, TFE
Valencia | Valencia CF, FC Valencia, Valencia C.F., Valencia Club de Fútbol, Valence CF | VAL, VCF
Villarreal | Villarreal CF, FC Villarreal, Villareal, Villareal CF, Villarreal C.F., Vila-real, Villarreal Club de Fútbol | VIL, VLR
`;

const otherDivisions = `
Andorra CF | FC Andorra, Andorra, Andorra FC | AND
Burgos CF | Burgos, Burgos Club de Fútbol | BUR
CD Castellón | Castellón, Castellon CD, C.D. Castellón, CD Castellon SAD | CAS
CD Mirandés | Mirandés, C.D. Mirandés | MIR
AD Ceuta FC | Ceuta, AD Ceuta, AgD Ceuta, Agrupación Deportiva Ceuta, A.D. Ceuta FC, Ceuta FC, AD Ceuta Fútbol Club | CEU
Cultural Leonesa | Leonesa, Cultural y Deportiva Leonesa, Cultural y D. Leonesa, CyD Leonesa, C. Leonesa, Cultural Leon, CD Leonesa, Cult. Leonesa, Cultural Deportiva Leonesa, Cultural y Dep. Leonesa | CUL, LEO
Alcorcón | AD Alcorcón, A.D. Alcorcón | ALC
CD Eldense | Eldense, C.D. Eldense | ELD
CF Fuenlabrada | Fuenlabrada | FUE
CD Lugo | Lugo | LUG
CF Reus Deportiu | Reus, Reus Deportiu, CF Reus
Extremadura UD | Extremadura
FC Cartagena | Cartagena, FC Cartagena SAD, Efesé | CTG
Gimnàstic Tarragona | Gimnastic, Gimnàstic de Tarragona, Nàstic, Nàstic de Tarragona, Nastic Tarragona, Gimnastic T, Club Gimnàstic de Tarragona | NAS
Hércules | Hércules CF, Hércules de Alicante, Hercules Alicante, Hércules Alicante CF | HER
Numancia | CD Numancia, CD Numancia de Soria, Numancia Soria | NUM
Ponferradina | SD Ponferradina, S.D. Ponferradina | PON
Racing Ferrol | Racing de Ferrol, Racing Club de Ferrol, Racing Club Ferrol, R. Ferrol, RC Ferrol, Rac. Ferrol, Ferrol | FER, RFE
Rayo Majadahonda | CF Rayo Majadahonda, Majadahonda
Recreativo Huelva | Recreativo, Recreativo de Huelva, RC Recreativo de Huelva, Recre, Huelva | REC
Real Murcia | Murcia, Real Murcia CF, R. Murcia | MUR
SD Amorebieta | Amorebieta, S.D. Amorebieta | AMO
Sabadell | CE Sabadell, CE Sabadell FC, Sabadell FC
UCAM Murcia | UCAM, UCAM Murcia CF
UD Ibiza | Ibiza, UD Ibiza-Eivissa, Ibiza-Eivissa, UD Ibiza Eivissa | IBI
UD Logroñés | UDL, UD Logrones
SD Logroñés | Logroñés SD
UD Melilla | Melilla
UD Salamanca | UDS Salamanca
Salamanca CF UDS | Salamanca UDS, Salamanca CF, CF Salamanca
Unionistas | Unionistas de Salamanca, Unionistas Salamanca, Unionistas CF, Unionistas de Salamanca CF
Alcoyano | CD Alcoyano
Algeciras | Algeciras CF
Antequera | Antequera CF
Arenas | Arenas Club, Arenas Club de Getxo, Arenas de Getxo, Arenas Getxo
Arenteiro | CD Arenteiro
Arandina | Arandina CF
Atlético Baleares | CD Atlético Baleares, At. Baleares, Atl. Baleares
Atlético Sanluqueño | Atl. Sanluqueño, Sanluqueño, Atlético Sanluqueño CF
Avilés Industrial | Real Avilés, Real Avilés Industrial, Avilés, Real Avilés CF
Badajoz | CD Badajoz
Badalona | CF Badalona
Barakaldo | Barakaldo CF
Calahorra | CD Calahorra
Compostela | SD Compostela
Coria | CD Coria, Coria CF
Cornellà | UE Cornellà
Don Benito | CD Don Benito
Ejea | SD Ejea
Estepona | CD Estepona
Europa | CE Europa
Gernika | SD Gernika
Gimnástica Segoviana | Segoviana, Gimnástica Segoviana CF
Gimnástica Torrelavega | Torrelavega, RS Gimnástica, RS Gimnástica de Torrelavega
Guadalajara | CD Guadalajara
Intercity | CF Intercity
Izarra | CD Izarra
Juventud Torremolinos | Torremolinos, Juventud de Torremolinos
La Nucía | CF La Nucía
Langreo | UP Langreo, Unión Popular de Langreo
Lealtad | CD Lealtad
Leioa | SD Leioa
Linares | Linares Deportivo
Linense | Real Balompédica Linense, RB Linense, Balompédica Linense, Balona
Lleida | Lleida Esportiu, Lleida CF, Atlètic Lleida
Llagostera | UE Costa Brava, UE Llagostera, Costa Brava
Marbella | Marbella FC
Marino Luanco | Marino de Luanco, CD Marino, Marino
Mérida | AD Mérida, Mérida AD
Minera | CD Minera
Navalcarnero | CDA Navalcarnero
Olot | UE Olot
Orihuela | Orihuela CF
Ourense | Ourense CF
UD Ourense |
Peña Deportiva | SCR Peña Deportiva, Peña Deportiva Santa Eulalia
Peña Sport | Peña Sport FC
Pontevedra | Pontevedra CF
Racing Rioja | Racing Rioja CF
Real Jaén | Jaén, Real Jaén CF
Real Unión | Real Unión Club, Real Unión de Irún, Real Unión Irún, Real Union Club de Irun
San Fernando | San Fernando CD, San Fernando CDI
San Roque Lepe | CD San Roque de Lepe, San Roque de Lepe
San Sebastián de los Reyes | SS Reyes, UD San Sebastián de los Reyes, Sanse Reyes, S.S. Reyes
Sant Andreu | UE Sant Andreu
Sestao | Sestao River, Sestao River Club
Talavera | CF Talavera, Talavera de la Reina, CF Talavera de la Reina
Tarazona | SD Tarazona
Teruel | CD Teruel
Tropezón | CD Tropezón
Tudelano | CD Tudelano
Utebo | Utebo FC
Vic | UE Vic
Villanovense | CF Villanovense
Villarrubia | Formac Villarrubia
Xerez | Xerez CD, Xerez Club Deportivo
Lorca | Lorca FC, CF Lorca Deportiva, Lorca Deportiva
Poli Ejido | Polideportivo Ejido, CP Ejido
Vecindario | UD Vecindario
Xerez Deportivo | Xerez Deportivo FC, Xerez DFC
Yeclano | Yeclano Deportivo
Zamora | Zamora CF
`;

const reserveSides = `
Real Sociedad B | Sociedad B, Real Sociedad II, R. Sociedad B, Sanse, Real Sociedad 2, Sociedad II, Real Soc B, R Sociedad II, Real Sociedad San Sebastian B, Real Sociedad (B)
Villarreal B | Villarreal II, Villareal B, Villarreal CF B, Villarreal 2
Barcelona Atlètic | Barcelona B, FC Barcelona B, Barcelona II, Barça Atlètic, FC Barcelona Atlètic, Barcelona Atletic B, Barça B
Real Madrid Castilla | Castilla, Real Madrid B, Real Madrid II, RM Castilla, R. Madrid Castilla, R. Madrid B
Athletic Bilbao B | Bilbao Athletic, Athletic Club B, Ath Bilbao B, Bilbao Ath., Ath. Bilbao B, Athletic Bilbao II
Atlético Madrid B | Atlético Madrileño, Atl. Madrid B, Atlético de Madrid B, Ath Madrid B, Atletico Madrid II, At. Madrileño
Sevilla Atlético | Sevilla B, Sevilla FC B, Sevilla Atl., Sevilla II
Betis Deportivo | Betis B, Real Betis B Deportivo, Betis Deportivo Balompié, Real Betis II
Celta Vigo B | Celta B, Celta Fortuna, RC Celta Fortuna, RC Celta B, Celta de Vigo B, Celta Vigo II
Osasuna B | Osasuna Promesas, CA Osasuna B, Osasuna II
Deportivo La Coruña B | Deportivo Fabril, Fabril, RC Deportivo Fabril, Dep. La Coruña B
Getafe B | Getafe CF B
Valencia Mestalla | Valencia B, Valencia CF Mestalla, Valencia II
Levante B | Atlético Levante, Levante UD B
Málaga B | Atlético Malagueño, Málaga CF B
`;

const options = {
  shortWords,
  suffixes: ["FC", "CF", "Club de Fútbol"],
  shared: {
    Madrid: ["Atlético Madrid", "Real Madrid"],
    "CF Madrid": ["Atlético Madrid", "Real Madrid"],
    Real: ["Oviedo", "Real Betis", "Real Madrid", "Real Sociedad", "Real Valladolid CF", "Zaragoza"],
    Seville: ["Real Betis", "Sevilla"],
    Deportivo: ["Alavés", "Deportivo La Coruña"],
    "Real Club Deportivo": ["Deportivo La Coruña", "Espanyol", "Mallorca"],
    Logroñés: ["SD Logroñés", "UD Logroñés"],
    Salamanca: ["Salamanca CF UDS", "UD Salamanca", "Unionistas"],
  },
};

/** Clubs that were in the first division in recent seasons. */
export const spanishFirstDivision: LeagueTeams = clubTable(firstDivision, options);

/** Clubs of La Liga, the Segunda División and the Primera Federación, and other clubs of the Copa del Rey. */
export const spanishClubs: LeagueTeams = clubTable(firstDivision + otherDivisions, options);

/** `spanishClubs`, and the reserve sides that play in the second and third divisions. */
export const spanishClubsAndReserves: LeagueTeams = clubTable(
  firstDivision + otherDivisions + reserveSides,
  options,
);
