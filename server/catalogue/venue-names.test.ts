import { describe, expect, it } from "vitest";
import { findSport } from "@/server/catalogue/sports";
import { createTeamIndex, type TeamIndex } from "@/server/catalogue/team-index";

const indexOf = (key: string): TeamIndex => {
  const sport = findSport(key);
  if (sport === undefined) throw new Error(`no sport ${key}`);
  return createTeamIndex(sport, []);
};

/** Splits a text into sections that begin with "# sport". */
const sections = (text: string): [string, string[]][] =>
  text
    .trim()
    .split(/^# /m)
    .slice(1)
    .map((section) => {
      const [key = "", ...lines] = section.trim().split("\n");
      return [key, lines];
    });

// Each team and its spellings at bookmakers, exchanges, prediction markets and sources of results.
const venueSpellings = `
# baseball_mlb
Chicago Cubs = CHI Cubs; Chi Cubs; Cubs; Chicago C; CHC Cubs; Chi. Cubs; CHC
Chicago White Sox = CHI White Sox; Chi White Sox; CWS; Chicago WS; Chi Sox; ChiSox
St. Louis Cardinals = STL Cardinals; St Louis Cardinals; Saint Louis Cardinals; St. Louis; Cardinals; STL
Athletics = Oakland Athletics; Oakland A's; The Athletics; ATH Athletics; Sacramento Athletics; A's; Las Vegas Athletics
New York Yankees = NY Yankees; N.Y. Yankees; NYY Yankees; Yanks; New York Y
Los Angeles Angels = LA Angels; L.A. Angels; LAA Angels; Los Angeles Angels of Anaheim; Anaheim Angels; Los Angeles A
San Francisco Giants = SF Giants; San Fran Giants; SFG; S.F. Giants
Arizona Diamondbacks = ARI Diamondbacks; Arizona D-Backs; AZ Diamondbacks; Arizona Dbacks; D'backs
Tampa Bay Rays = TB Rays; Tampa Rays; Tampa Bay; TBR
Washington Nationals = WAS Nationals; WSH Nationals; Wash Nationals; Nats; Washington; WSN
Cleveland Guardians = CLE Guardians; Guardians; Cleveland
Kansas City Royals = KC Royals; KCR; Kansas City
# basketball_nba
Golden State Warriors = GS Warriors; Golden St. Warriors; GSW Warriors; Golden St; Golden State; Warriors; GSW
Philadelphia 76ers = Phila 76ers; PHI 76ers; Philly 76ers; Sixers; Philadelphia Sixers; PHI
Los Angeles Lakers = LA Lakers; L.A. Lakers; LAL Lakers; Los Angeles L
Los Angeles Clippers = LA Clippers; LAC; L.A. Clippers; Los Angeles C; Clips
New York Knicks = NY Knicks; N.Y. Knicks; NYK Knicks; New York
Oklahoma City Thunder = OKC Thunder; Okla City Thunder; Oklahoma City; OKC; Okla. City Thunder
Minnesota Timberwolves = MIN Timberwolves; Minn Timberwolves; T-Wolves; Minnesota T'wolves; Wolves; Timberwolves
Portland Trail Blazers = POR Trail Blazers; Portland Trailblazers; Blazers; Portland Blazers
San Antonio Spurs = SA Spurs; SAS Spurs; S.A. Spurs; San Antonio
Utah Jazz = UTA Jazz; UTAH; UTH Jazz
Washington Wizards = WAS Wizards; WSH Wizards; Wash Wizards
Brooklyn Nets = BKN Nets; BRK; BK Nets; Bklyn Nets
# americanfootball_nfl
Los Angeles Rams = LA Rams; L.A. Rams; LAR Rams; Los Angeles R; Rams
New York Giants = NY Giants; NYG Giants; New York G
San Francisco 49ers = SF 49ers; San Francisco Forty Niners; Niners; San Fran 49ers; 49ers
Washington Commanders = WAS Commanders; WSH Commanders; Washington Football Team; Wash Commanders
New England Patriots = NE Patriots; N.E. Patriots; N England Patriots; Pats; NE
Tampa Bay Buccaneers = TB Buccaneers; TB Bucs; Tampa Bay Bucs; Bucs; Tampa
Jacksonville Jaguars = JAX Jaguars; JAC; Jags; Jacksonville
Las Vegas Raiders = LV Raiders; Vegas Raiders; LVR; Las Vegas
# icehockey_nhl
Montréal Canadiens = Montreal; MTL Canadiens; MON Canadiens; Canadiens de Montréal; Montreal Canadians; Habs; Canadiens Montreal
St Louis Blues = St. Louis Blues; Saint Louis Blues; STL Blues; St. Louis
Utah Mammoth = Utah HC; Utah Hockey Club; UTA Mammoth; Utah; Mammoth
Tampa Bay Lightning = TB Lightning; TBL; Tampa; Bolts
Vegas Golden Knights = VGK; Vegas; Las Vegas Golden Knights; VGS; VEG Golden Knights
Columbus Blue Jackets = CBJ Blue Jackets; Columbus; CLB Blue Jackets; CBJ
New Jersey Devils = NJ Devils; N.J. Devils; NJD
Los Angeles Kings = LA Kings; LAK; L.A. Kings; Los Angeles
Toronto Maple Leafs = TOR Maple Leafs; Leafs; Toronto
# basketball_wnba
Golden State Valkyries = GS Valkyries; GSV; Golden St Valkyries; Valkyries (W)
Connecticut Sun = CON Sun; CONN Sun; Conn. Sun; Connecticut W
New York Liberty = NY Liberty; NYL
# soccer_epl
Brighton and Hove Albion = Brighton Hove; Brighton & Hove Albion Football Club; Brighton; Brighton & HA
Arsenal = Arsenal Football Club; Arsenal FC; The Arsenal; Arsenal F.C.
Tottenham Hotspur = Spurs; Tottenham Hotspur Football Club; Tottenham H
Manchester United = Manchester Utd; Man. United; Manchester United Football Club; Man U
Wolverhampton Wanderers = Wolves; Wolverhampton; Wolverhampton Wand; Wolverhampton Wanderers Football Club
West Ham United = West Ham Utd; West Ham United Football Club; W Ham
Nottingham Forest = Nott'm Forest; Nottingham; Nottm Forest; Nott'ham Forest; Nottingham Forest Football Club
Bournemouth = AFC Bournemouth; A.F.C. Bournemouth; Bournemouth AFC; Bournemouth Association Football Club
Sunderland = Sunderland AFC; Sunderland Association Football Club
Aston Villa = Villa; Aston Villa FC; AVL
Crystal Palace = C Palace; Palace; Crystal Palace FC; CRY
Newcastle United = Newcastle; Newcastle Utd; Newcastle United FC; NEW
Leeds United = Leeds; Leeds Utd; Leeds United AFC
Manchester City = Man City; Man. City; MCI; Manchester City FC
Queens Park Rangers = QPR; Queens Park R
Sheffield United = Sheff Utd; Sheffield Utd; Sheff United
West Bromwich Albion = West Brom; WBA; West Bromwich
# soccer_efl_champ
Wrexham AFC = Wrexham; Wrexham Association Football Club
Sheffield Wednesday = Sheffield Weds; Sheff Wed; Sheffield Wed
Preston North End = Preston; PNE; Preston NE
Blackburn Rovers = Blackburn; Blackburn R; Blackburn Rov
# soccer_england_league1
Accrington Stanley = Accrington; Acc Stanley
Milton Keynes Dons = MK Dons; Milton Keynes
Peterborough United = Peterboro; Peterborough; P'boro; Peterborough Utd
Wimbledon = AFC Wimbledon; Wimbledon FC
Stevenage = Stevenage FC; Stevenage Borough
Stockport County FC = Stockport; Stockport County
# soccer_england_league2
Chesterfield FC = Chesterfield
Bristol Rovers = Bristol Rvs; Bristol R; Bristol Rovers FC
Crewe Alexandra = Crewe; Crewe Alex
Bromley FC = Bromley
# soccer_japan_j_league
V-Varen Nagasaki = VVN; V. Nagasaki
Machida Zelvia = Zelvia Machida
# soccer_norway_eliteserien
Fredrikstad FK = FFK Fredrikstad
Tromso = TIL Tromsø
# soccer_chile_campeonato
Universidad de Chile = La U
Unión Española = Un. Espanola
# soccer_china_superleague
Qingdao West Coast FC = Qingdao Youth Island
Shanghai SIPG FC = Shanghai IPG
# soccer_fifa_world_cup
Hong Kong = HK; Hong Kong SAR
Cape Verde = Republic of Cabo Verde; Kap Verde
# icehockey_liiga
HIFK = IFK Helsingfors
HPK = Hämeenlinnan PK
# soccer_fa_cup
Blackpool = Blackpool FC; FC Blackpool
Huddersfield Town = Huddersfld
Sheffield FC = Sheffield Football Club
FC United of Manchester = FC United
Dagenham & Redbridge = Dag and Red; Dag & Red; Dagenham and Redbridge
FC Halifax Town = Halifax; FC Halifax; Halifax Town
Boston United = Boston Utd
Weston-super-Mare = Weston Super Mare; Weston SM
King's Lynn Town = Kings Lynn; King's Lynn
Solihull Moors = Solihull
# soccer_usa_mls
San Jose Earthquakes = Earthquakes; SJ Earthquakes; San Jose; SJ Quakes
Vancouver Whitecaps FC = Whitecaps; Vancouver Whitecaps; VAN Whitecaps; Vancouver Whitecaps Football Club
Colorado Rapids = Rapids; COL Rapids
New York City FC = New York City Football Club; NYCFC; NYC; New York City
Inter Miami CF = Inter Miami; Miami; Inter Miami FC; Club Internacional de Fútbol Miami
St. Louis City SC = St Louis City; Saint Louis City SC; St. Louis CITY SC; STL City SC; St Louis CITY
CF Montreal = CF Montréal; Montreal Impact; Montréal
D.C. United = DC United; D.C. United SC; Washington DC
LA Galaxy = Los Angeles Galaxy; L.A. Galaxy; Galaxy
Houston Dynamo = Houston Dynamo FC; Dynamo; Houston
Austin FC = Austin Football Club; Austin
New York Red Bulls = NY Red Bulls; Red Bull New York; New York RB; NYRB
Sporting Kansas City = Sporting KC; Kansas City; SKC
Los Angeles FC = LAFC; LA FC; Los Angeles F
Real Salt Lake = RSL; Salt Lake
Chicago Fire = Chicago Fire FC; Fire; Chicago
Minnesota United FC = Minnesota Utd; Minnesota United; MNUFC
New England Revolution = New England; Revolution; NE Revolution; Revs
Philadelphia Union = Union; Philadelphia; Phila Union
# soccer_france_ligue_one
Paris FC = Paris Football Club
Marseille = O. Marseille; Olympique de Marseille; Ol. Marseille; OM; Olympique Marseille
Paris Saint Germain = PSG; Paris SG; Paris Saint-Germain FC; Paris St-Germain; Paris S. Germain; Paris St. Germain; Paris Saint-Germain Football Club
Saint Etienne = St Etienne; AS Saint-Étienne; St. Etienne; ASSE; Saint-Etienne; AS St-Etienne
Lyon = Olympique Lyonnais; Ol. Lyonnais; O. Lyonnais
Rennes = Stade Rennais; Stade Rennais FC; Stade Rennais Football Club; St. Rennes
Brest = Stade Brestois 29; Stade Brestois
Le Havre = Le Havre AC; Havre AC; Le Havre Athletic Club
Nice = OGC Nice; OGC Nizza
Strasbourg = RC Strasbourg; Racing Strasbourg; RC Strasbourg Alsace
Lille = LOSC; LOSC Lille; Lille OSC
Montpellier = Montpellier HSC; Montpellier Hérault
# soccer_spain_la_liga
Alavés = Dep. Alaves; Deportivo Alaves; D. Alaves; Deportivo Alavés; Alaves
Atlético Madrid = Atl. Madrid; Ath Madrid; Atletico de Madrid; Club Atlético de Madrid; Atleti; At. Madrid
Athletic Bilbao = Ath Bilbao; Athletic Club; Ath. Bilbao; A. Bilbao
Sporting Gijón = Sp Gijon; Sp. Gijon; Sporting de Gijón; Real Sporting; Gijon
Deportivo La Coruña = La Coruna; Dep. La Coruna; Deportivo de A Coruña; RC Deportivo; Deportivo La Coruna
Espanyol = Espanol; RCD Espanyol; Espanyol Barcelona; Español
Real Sociedad = Sociedad; R. Sociedad; Real Soc.; Real Sociedad de Fútbol
Real Betis = Betis; R. Betis; Real Betis Balompié; Betis Sevilla
Rayo Vallecano = Vallecano; Rayo; Rayo Vallecano de Madrid
Celta Vigo = Celta; Celta de Vigo; RC Celta; RC Celta de Vigo
CA Osasuna = Osasuna; Club Atlético Osasuna
Barcelona = FC Barcelona; Barça; Barca; FCB
Real Madrid = R. Madrid; Real Madrid CF; RMA
Villarreal = Villareal; Villarreal CF
Oviedo = Real Oviedo; R. Oviedo
Mallorca = RCD Mallorca; Real Mallorca
# soccer_germany_bundesliga
Eintracht Frankfurt = Eintr. Frankfurt; Ein Frankfurt; Eint Frankfurt; E. Frankfurt; SG Eintracht Frankfurt
Borussia Dortmund = BV Borussia Dortmund; B. Dortmund; BVB; Dortmund; BV Borussia 09 Dortmund; Bor. Dortmund
Borussia Monchengladbach = B. Monchengladbach; M'gladbach; Borussia M'gladbach; Bor. Mönchengladbach; Gladbach; Borussia Mönchengladbach; Borussia M.Gladbach; B. Mönchengladbach; Monchengladbach
1. FC Köln = FC Koln; Cologne; FC Köln; 1. FC Koeln; 1.FC Köln; Koln; 1 FC Köln
FSV Mainz 05 = Mainz; 1. FSV Mainz 05; Mainz 05; FSV Mainz
TSG Hoffenheim = Hoffenheim; TSG 1899 Hoffenheim; 1899 Hoffenheim
Bayern Munich = Bayern München; FC Bayern München; B. Munich; Bayern; FC Bayern Munchen
RB Leipzig = RasenBallsport Leipzig; RBL; Leipzig
Hamburger SV = Hamburg; HSV; Hamburg SV
Werder Bremen = SV Werder Bremen; W. Bremen; Bremen
Bayer Leverkusen = Leverkusen; Bayer 04 Leverkusen; B. Leverkusen
FC St. Pauli = St Pauli; St. Pauli; Sankt Pauli
1. FC Heidenheim = FC Heidenheim; Heidenheim; 1. FC Heidenheim 1846
Union Berlin = 1. FC Union Berlin; U. Berlin; FC Union Berlin
# soccer_germany_bundesliga2
SC Preußen Münster = Preussen Munster; Pr. Münster; Preuss Muenster; Preußen Münster; Preussen Münster
Greuther Fürth = Greuther Furth; SpVgg Greuther Fürth; Fürth; SpVgg Fürth
Hertha Berlin = Hertha; Hertha BSC; H. Berlin
Elversberg = SV Elversberg; SV 07 Elversberg
Dynamo Dresden = Dresden; SG Dynamo Dresden; Dyn. Dresden
Arminia Bielefeld = Bielefeld; Arm. Bielefeld; DSC Arminia Bielefeld
Fortuna Düsseldorf = Fortuna Dusseldorf; F. Dusseldorf; Fortuna Duesseldorf; Düsseldorf
1. FC Nürnberg = Nurnberg; Nuremberg; FC Nuernberg; Nuernberg
# soccer_germany_liga3
FC Viktoria Köln 1904 = Viktoria Köln; Viktoria Koln; FC Viktoria Köln; Vikt. Köln
Rot-Weiss Essen = RW Essen; Rot-Weiß Essen; Essen
TSV 1860 München = 1860 Munich; Munich 1860; TSV 1860 Munich; 1860 München
VfB Stuttgart II = Stuttgart II; VfB Stuttgart 2
# soccer_italy_serie_a
Hellas Verona = Verona; Hellas Verona FC; Hellas
Inter Milan = Inter; Internazionale; FC Internazionale Milano; Inter Milano
AC Milan = Milan; AC Mailand; A.C. Milan
AS Roma = Roma; A.S. Roma
Juventus = Juve; Juventus Turin; Juventus FC
Napoli = SSC Napoli; Naples
Parma = Parma Calcio 1913; Parma Calcio
Atalanta BC = Atalanta; Atalanta Bergamo
Pisa = AC Pisa; Pisa SC; Pisa Sporting Club
# soccer_italy_serie_b
Juve Stabia = SS Juve Stabia; S.S. Juve Stabia
Südtirol = Sudtirol; FC Südtirol; FC Sudtirol; Suedtirol
US Catanzaro 1929 = Catanzaro; US Catanzaro
Bari = SSC Bari; Bari 1908
Cesena FC = Cesena
Virtus Entella = Entella; V. Entella
Sampdoria = UC Sampdoria; Samp
# soccer_fifa_club_world_cup
Al Hilal = Al-Hilal; Al Hilal Riyadh; Al-Hilal Saudi FC; Al Hilal (KSA)
Al Ahly FC = Al Ahly; Al-Ahly; Al Ahly Cairo; Al Ahly (Egy)
Espérance Sportive de Tunis = Esperance Tunis; ES Tunis; Esperance de Tunis
Wydad AC = Wydad Casablanca; Wydad
Mamelodi Sundowns = Sundowns; Mamelodi Sundowns FC
Inter Miami CF = Inter Miami; Inter Miami FC; Inter Miami (USA)
Ulsan Hyundai FC = Ulsan HD; Ulsan HD FC
Monterrey = CF Monterrey; Rayados
Bayern Munich = Bayern; Bayern (Ger)
# cricket_the_hundred
London Spirit = London Spirit (Men); London Spirit Men
MI London = Oval Invincibles Men
# rugbyunion_six_nations
England = England RU; England Rugby
# soccer_uefa_champs_league
Arsenal = Arsenal (Eng)
Benfica = Benfica (Por); Benfica Lisbon
Red Star Belgrade = Crvena zvezda (Srb)
Olympiakos Piraeus = Olympiacos (Gre)
Bodø/Glimt = Bodo/Glimt (Nor)
Bayern Munich = Bayern; FC Bayern München; Bayern Munchen
Paris Saint Germain = PSG; Paris SG
Red Star Belgrade = Crvena zvezda
# basketball_ncaab
UC San Diego Tritons = Tritons; UCSD; UC-San Diego
Indiana Hoosiers = Hoosiers; Indiana University; IU
Loyola (LA) Wolf Pack = Loyola (LA); Loyola New Orleans
Xavier (LA) Gold Rush = Xavier (LA); Xavier Louisiana
Florida St Seminoles = FSU; Florida State; Florida St.; Fla. State
Charleston Cougars = C. of Charleston; College of Charleston; Col. of Charleston; Coll Charleston; Charleston
South Carolina Gamecocks = So. Carolina; S. Carolina; South Carolina; University of South Carolina
South Florida Bulls = So. Florida; South Fla.; USF Bulls
N Colorado Bears = No. Colorado; Northern Colo.; Northern Colorado
SE Louisiana Lions = Southeastern La.; SE Louisiana; Southeastern Louisiana
Xavier Musketeers = Xavier (OH); Xavier; Xavier University
Queens University Royals = Queens University of Charlotte; Queens (NC); Queens
South Dakota St Jackrabbits = SDSU Jackrabbits; S. Dakota St.; South Dakota State; South Dakota St.
San Diego St Aztecs = SDSU Aztecs; San Diego St.; SD State
UIC Flames = Ill.-Chicago; Illinois Chicago; Illinois-Chicago
Georgia Southern Eagles = Ga. Southern; Georgia Southern
North Carolina A&T Aggies = N.C. A&T; NC A&T; North Carolina A&T; N.C. A & T
UNC Wilmington Seahawks = UNCW; NC Wilmington; N.C. Wilmington; UNC Wilmington
Florida Atlantic Owls = Fla. Atlantic; FAU; FL Atlantic
Miami Hurricanes = Miami (FL); Miami FL; Miami-Florida; Miami (Fla.); Miami Florida; University of Miami (FL)
Miami (OH) RedHawks = Miami OH; Miami Ohio; Miami (Ohio); Miami-Ohio; Miami of Ohio; M-OH
Loyola (MD) Greyhounds = Loyola MD; Loyola Maryland; Loyola (Md.)
Loyola (Chi) Ramblers = Loyola Chicago; Loyola-Chicago; Loyola (IL); Loyola IL
Loyola Marymount Lions = LMU (CA); LMU; Loyola Marymount
St. John's Red Storm = St. John's (NY); St John's; Saint John's; St. John's NY
Saint Mary's Gaels = Saint Mary's (CA); St. Mary's CA; St Marys; St. Mary's (Cal.)
Saint Joseph's Hawks = St. Joseph's; St Josephs PA; Saint Joseph's (PA)
St. Francis (PA) Red Flash = St. Francis (Pa.); Saint Francis (PA); St. Francis PA
Mt. St. Mary's Mountaineers = Mount St. Mary's; Mt. St. Mary's; Mount Saint Mary's
St. Thomas (MN) Tommies = St. Thomas (MN); St. Thomas-Minnesota; Saint Thomas
Massachusetts Minutemen = UMass; Massachusetts; U Mass
UConn Huskies = Connecticut; UConn; Conn.
Ole Miss Rebels = Mississippi; Ole Miss; University of Mississippi
NC State Wolfpack = N.C. State; North Carolina State; NC St.; North Carolina St.
North Carolina Tar Heels = UNC; North Carolina; N. Carolina
USC Trojans = Southern California; USC; Southern Cal
Texas A&M-CC Islanders = A&M-Corpus Christi; Texas A&M Corpus Chris; Texas A&M-Corpus Christi; Tex. A&M-Corpus Christi
East Texas A&M Lions = Texas A&M-Commerce; Texas A&M Commerce; Texas A&M-Commerce Lions; East Texas A&M
Tenn-Martin Skyhawks = UT Martin; Tennessee Martin; Tennessee-Martin; UT-Martin
UT-Arlington Mavericks = UT Arlington; Texas Arlington; Texas-Arlington
UT Rio Grande Valley Vaqueros = UTRGV; Texas-Rio Grande Valley; UT Rio Grande
CSU Fullerton Titans = Cal St. Fullerton; Cal State Fullerton; CS Fullerton
CSU Northridge Matadors = CSUN; Cal St. Northridge; Cal State Northridge
CSU Bakersfield Roadrunners = Cal St. Bakersfield; CSU Bakersfield; Cal State Bakersfield
Long Beach St 49ers = Long Beach State; Long Beach St.; Long Beach State Beach; LBSU
Central Connecticut St Blue Devils = Central Conn. St.; Central Connecticut; CCSU
Arkansas-Little Rock Trojans = Little Rock; Ark.-Little Rock; Little Rock Trojans
Arkansas-Pine Bluff Golden Lions = Ark.-Pine Bluff; Arkansas Pine Bluff
SE Missouri St Redhawks = Southeast Mo. St.; Southeast Missouri; Southeast Missouri State; SEMO
Miss Valley St Delta Devils = Mississippi Val.; Mississippi Valley St.; MVSU; Miss Valley State
Florida Int'l Golden Panthers = FIU; Florida Int'l; Florida International; Florida International Panthers
Fort Wayne Mastodons = Purdue Fort Wayne; IPFW; Purdue-Fort Wayne
IUPUI Jaguars = IU Indy; IU Indianapolis; IUPUI
UMKC Kangaroos = Kansas City; Kansas City Roos; Missouri-Kansas City; UMKC
Green Bay Phoenix = Wis.-Green Bay; Wisconsin-Green Bay; Green Bay
Louisiana Ragin' Cajuns = Louisiana-Lafayette; UL Lafayette; La.-Lafayette; Louisiana
UL Monroe Warhawks = La.-Monroe; Louisiana-Monroe; Louisiana Monroe; ULM
Boston Univ. Terriers = Boston U.; Boston University; Boston U
GW Revolutionaries = George Washington; G. Washington; George Washington Colonials
Maryland-Eastern Shore Hawks = UMES; Md.-Eastern Shore; Maryland Eastern Shore
Albany Great Danes = UAlbany; Albany (NY); Albany NY
San José St Spartans = San Jose St.; San José State; SJSU
Hawai'i Rainbow Warriors = Hawaii; Hawai'i; Hawaii Warriors
Southern Jaguars = Southern U.; Southern Univ.; Southern University
Prairie View Panthers = Prairie View A&M; Prairie View
Stephen F. Austin Lumberjacks = SFA; SF Austin; Stephen F Austin
Sam Houston St Bearkats = Sam Houston; Sam Houston St.; SHSU
Michigan St Spartans = MSU Spartans; Mich. St.; Michigan State; Michigan State University
Middle Tennessee Blue Raiders = MTSU; Middle Tenn.; Middle Tennessee St.
South Carolina Upstate Spartans = USC Upstate; SC Upstate; S.C. Upstate
Appalachian St Mountaineers = App State; Appalachian State; Appalachian St.
Eastern Kentucky Colonels = Eastern Ky.; E. Kentucky; EKU
Southern Indiana Screaming Eagles = Southern Ind.; So. Indiana
Pennsylvania Quakers = Penn; UPenn; University of Pennsylvania
# soccer_spain_segunda_division
Real Racing Club de Santander = Santander; Racing Santander; Racing de Santander; R. Santander
Zaragoza = Real Zaragoza; R. Zaragoza
Real Sociedad B = Sociedad B; R. Sociedad B; Real Sociedad II
Cultural Leonesa = Leonesa; Cultural y Deportiva Leonesa
Andorra CF = FC Andorra; Andorra
AD Ceuta FC = Ceuta; AgD Ceuta
# soccer_spain_copa_del_rey
Gimnàstic Tarragona = Gimnastic; Nàstic de Tarragona
# soccer_italy_coppa_italia
SPAL = SPAL 2013; Spal
# soccer_germany_dfb_pokal
Lokomotive Leipzig = Lok Leipzig; 1. FC Lokomotive Leipzig
# soccer_france_ligue_two
Stade de Reims = Reims; Stade Reims
Red Star = Red Star FC; Red Star 93
SC Bastia = Bastia; Sporting Club de Bastia
Nancy = AS Nancy; AS Nancy Lorraine
Rodez AF = Rodez; Rodez Aveyron
Clermont = Clermont Foot; Clermont Foot 63
Stade Lavallois = Laval; Stade Lavallois MFC
Le Mans FC = Le Mans; Le Mans UC
# soccer_france_coupe_de_france
GFC Ajaccio = Ajaccio GFCO; Gazélec Ajaccio
# basketball_wncaab
Oklahoma St Cowboys = Oklahoma State Cowgirls; Oklahoma St. (W)
Louisiana Tech Bulldogs = Louisiana Tech Lady Techsters; La. Tech; Louisiana Tech Women
# americanfootball_ncaaf
Southern Mississippi Golden Eagles = Southern Miss.; So. Miss; USM
UMass Minutemen = Massachusetts; UMass
Louisiana Tech Bulldogs = La. Tech; LA Tech; LT
Oklahoma State Cowboys = Okla. St.; Oklahoma St.; OSU Cowboys
Louisiana Ragin Cajuns = UL Lafayette; Louisiana-Lafayette
# baseball_ncaa
Dallas Baptist Patriots = DBU; Dallas Baptist
# lacrosse_ncaa
Johns Hopkins Blue Jays = Johns Hopkins; JHU
Hobart Statesmen = Hobart; Hobart & William Smith
`;

// The team names that The Odds API used in 2026.
const canonicalNames = `
# baseball_mlb
Arizona Diamondbacks; Athletics; Atlanta Braves; Baltimore Orioles; Boston Red Sox; Chicago Cubs; Chicago White Sox;
Cincinnati Reds; Cleveland Guardians; Colorado Rockies; Detroit Tigers; Houston Astros; Kansas City Royals; Los Angeles
Angels; Milwaukee Brewers; Minnesota Twins; New York Mets; New York Yankees; Philadelphia Phillies; Pittsburgh Pirates;
San Diego Padres; San Francisco Giants; Seattle Mariners; Tampa Bay Rays; Texas Rangers; Toronto Blue Jays; Washington
Nationals
# icehockey_nhl
Anaheim Ducks; Boston Bruins; Buffalo Sabres; Calgary Flames; Carolina Hurricanes; Colorado Avalanche; Dallas Stars;
Edmonton Oilers; Los Angeles Kings; Minnesota Wild; Montréal Canadiens; Nashville Predators; Ottawa Senators;
Philadelphia Flyers; Pittsburgh Penguins; San Jose Sharks; Seattle Kraken; St Louis Blues; Tampa Bay Lightning; Utah
Mammoth; Vancouver Canucks; Vegas Golden Knights; Winnipeg Jets
# basketball_nba
Atlanta Hawks; Boston Celtics; Charlotte Hornets; Cleveland Cavaliers; Denver Nuggets; Golden State Warriors; Houston
Rockets; Los Angeles Lakers; Minnesota Timberwolves; New York Knicks; Orlando Magic; Philadelphia 76ers; Phoenix Suns;
Portland Trail Blazers; San Antonio Spurs; Toronto Raptors
# basketball_wnba
Connecticut Sun; Dallas Wings; Golden State Valkyries; Indiana Fever; Las Vegas Aces; New York Liberty; Phoenix Mercury;
Seattle Storm
# soccer_epl
Arsenal; Aston Villa; Bournemouth; Brentford; Brighton and Hove Albion; Burnley; Chelsea; Crystal Palace; Everton;
Fulham; Leeds United; Liverpool; Manchester City; Manchester United; Newcastle United; Nottingham Forest; Sunderland;
Tottenham Hotspur; West Ham United; Wolverhampton Wanderers
# soccer_efl_champ
Birmingham City; Blackburn Rovers; Bristol City; Charlton Athletic; Coventry City; Derby County; Hull City; Ipswich
Town; Leicester City; Middlesbrough; Millwall; Norwich City; Oxford United; Portsmouth; Preston North End; Queens Park
Rangers; Sheffield United; Sheffield Wednesday; Southampton; Stoke City; Swansea City; Watford; West Bromwich Albion;
Wrexham AFC
# soccer_england_league1
Barnsley; Blackpool; Bolton Wanderers; Bradford City; Burton Albion; Cardiff City; Doncaster Rovers; Exeter City;
Huddersfield Town; Leyton Orient; Lincoln City; Luton; Mansfield Town; Northampton Town; Peterborough United; Plymouth
Argyle; Port Vale; Reading; Rotherham United; Stevenage; Stockport County FC; Wigan Athletic; Wimbledon; Wycombe
Wanderers
# soccer_england_league2
Accrington Stanley; Barnet; Barrow; Bristol Rovers; Bromley FC; Cambridge United; Cheltenham Town; Chesterfield FC;
Colchester United; Crawley Town; Crewe Alexandra; Fleetwood Town; Gillingham; Grimsby Town; Harrogate Town; Milton
Keynes Dons; Newport County; Notts County; Oldham Athletic; Salford City; Shrewsbury Town; Swindon Town; Tranmere
Rovers; Walsall
# soccer_spain_la_liga
Alavés; Athletic Bilbao; Atlético Madrid; Barcelona; CA Osasuna; Celta Vigo; Elche CF; Espanyol; Getafe; Girona;
Levante; Mallorca; Oviedo; Rayo Vallecano; Real Betis; Real Madrid; Real Sociedad; Sevilla; Valencia; Villarreal
# soccer_spain_segunda_division
AD Ceuta FC; Albacete; Almería; Andorra CF; Burgos CF; CD Castellón; CD Mirandés; Cultural Leonesa; Cádiz CF; Córdoba;
Deportivo La Coruña; Granada CF; Las Palmas; Leganés; Málaga; Real Racing Club de Santander; Real Sociedad B; Real
Valladolid CF; SD Eibar; SD Huesca; Sporting Gijón; Zaragoza
# soccer_italy_serie_a
AC Milan; AS Roma; Atalanta BC; Bologna; Cagliari; Como; Cremonese; Fiorentina; Genoa; Hellas Verona; Inter Milan;
Juventus; Lazio; Lecce; Napoli; Parma; Pisa; Sassuolo; Torino; Udinese
# soccer_italy_serie_b
Avellino; Bari; Carrarese; Cesena FC; Empoli; Frosinone; Juve Stabia; Mantova; Modena; Monza; Padova; Palermo; Pescara;
Reggiana; Sampdoria; Spezia; Südtirol; US Catanzaro 1929; Venezia; Virtus Entella
# soccer_germany_bundesliga
1. FC Heidenheim; 1. FC Köln; Augsburg; Bayer Leverkusen; Bayern Munich; Borussia Dortmund; Borussia Monchengladbach;
Eintracht Frankfurt; FC St. Pauli; FSV Mainz 05; Hamburger SV; RB Leipzig; SC Freiburg; TSG Hoffenheim; Union Berlin;
VfB Stuttgart; VfL Wolfsburg; Werder Bremen
# soccer_germany_bundesliga2
1. FC Kaiserslautern; 1. FC Magdeburg; 1. FC Nürnberg; Arminia Bielefeld; Dynamo Dresden; Eintracht Braunschweig;
Elversberg; FC Schalke 04; Fortuna Düsseldorf; Greuther Fürth; Hannover 96; Hertha Berlin; Holstein Kiel; Karlsruher SC;
SC Paderborn; SC Preußen Münster; SV Darmstadt 98; VfL Bochum
# soccer_germany_liga3
1. FC Saarbrücken; Alemannia Aachen; Erzgebirge Aue; FC Energie Cottbus; FC Ingolstadt 04; FC Viktoria Köln 1904; Hansa
Rostock; Jahn Regensburg; MSV Duisburg; Rot-Weiss Essen; SC Verl; SSV Ulm 1846; Schweinfurt; TSG Hoffenheim II; TSV 1860
München; TSV Havelse; VfB Stuttgart II; VfL Osnabrück; Waldhof Mannheim; Wehen Wiesbaden
# soccer_france_ligue_one
AS Monaco; Angers; Auxerre; Brest; Le Havre; Lille; Lorient; Lyon; Marseille; Metz; Nantes; Nice; Paris FC; Paris Saint
Germain; RC Lens; Rennes; Strasbourg; Toulouse
# soccer_france_ligue_two
Amiens; Annecy FC; Boulogne; Clermont; Grenoble; Guingamp; Le Mans FC; Montpellier; Nancy; Pau FC; Red Star; Rodez AF;
SC Bastia; Saint Etienne; Stade Lavallois; Stade de Reims; Troyes; USL Dunkerque
# soccer_usa_mls
Atlanta United FC; Austin FC; CF Montreal; Charlotte FC; Chicago Fire; Colorado Rapids; Columbus Crew SC; D.C. United;
FC Cincinnati; FC Dallas; Houston Dynamo; Inter Miami CF; LA Galaxy; Los Angeles FC; Minnesota United FC; Nashville SC;
New England Revolution; New York City FC; New York Red Bulls; Orlando City SC; Philadelphia Union; Portland Timbers;
Real Salt Lake; San Diego FC; San Jose Earthquakes; Seattle Sounders FC; Sporting Kansas City; St. Louis City SC;
Toronto FC; Vancouver Whitecaps FC
# lacrosse_ncaa
Air Force Falcons; Albany Great Danes; Army Knights; Bellarmine Knights; Binghamton Bearcats; Boston Univ. Terriers;
Brown Bears; Bryant Bulldogs; Bucknell Bison; Canisius Golden Griffins; Cleveland St Vikings; Colgate Raiders; Cornell
Big Red; Dartmouth Big Green; Delaware Blue Hens; Denver Pioneers; Detroit Mercy Titans; Drexel Dragons; Duke Blue
Devils; Fairfield Stags; Georgetown Hoyas; Hampton Pirates; Harvard Crimson; Hobart Statesmen; Hofstra Pride; Holy Cross
Crusaders; Iona Gaels; Jacksonville Dolphins; Johns Hopkins Blue Jays; LIU Sharks; Lafayette Leopards; Le Moyne
Dolphins; Lehigh Mountain Hawks; Loyola (MD) Greyhounds; Manhattan Jaspers; Marist Red Foxes; Marquette Golden Eagles;
Maryland Terrapins; Massachusetts Minutemen; Mercer Bears; Mercyhurst Lakers; Michigan Wolverines; Mt. St. Mary's
Mountaineers; NJIT Highlanders; Navy Midshipmen; North Carolina Tar Heels; Notre Dame Fighting Irish; Ohio State
Buckeyes; Penn State Nittany Lions; Pennsylvania Quakers; Princeton Tigers; Providence Friars; Queens University Royals;
Quinnipiac Bobcats; Richmond Spiders; Robert Morris Colonials; Rutgers Scarlet Knights; Sacred Heart Pioneers; Saint
Joseph's Hawks; Siena Saints; St. Bonaventure Bonnies; St. John's Red Storm; Stony Brook Seawolves; Syracuse Orange;
Towson Tigers; UMBC Retrievers; UMass Lowell River Hawks; Utah Utes; VMI Keydets; Vermont Catamounts; Villanova
Wildcats; Virginia Cavaliers; Wagner Seahawks; Yale Bulldogs
# americanfootball_ncaaf
Auburn Tigers; Baylor Bears; California Golden Bears; Clemson Tigers; LSU Tigers; Louisville Cardinals; Michigan
Wolverines; NC State Wolfpack; North Carolina Tar Heels; Notre Dame Fighting Irish; Ohio State Buckeyes; Oklahoma
Sooners; Ole Miss Rebels; TCU Horned Frogs; Texas Longhorns; UCLA Bruins; Virginia Cavaliers; Wisconsin Badgers
# baseball_ncaa
Arizona St Sun Devils; Arkansas Razorbacks; Auburn Tigers; BYU Cougars; Clemson Tigers; Florida Gators; Georgia
Bulldogs; Virginia Cavaliers
`;

// Names of clubs, squads and schools that are not in the sport's list.
const otherTeams = `
# soccer_usa_mls
Los Angeles Galaxy II; Inter Miami CF II; Austin Bold; Nashville Metros; San Diego Loyal; Real Monarchs
# soccer_epl
Sheffield W; Wolverhampton W; Arsenal W; Man City U21
# soccer_fa_cup
Sheffield W; Bolton W
# basketball_nba
Golden State Valkyries; Portland Fire
# icehockey_nhl
Utah Jazz; Chicago Wolves; CF Montreal; Toronto FC
# basketball_ncaab
UNLV Lady Rebels; Oklahoma State Cowgirls; Hawaii Rainbow Wahine; UMass Minutewomen; Central Arkansas Sugar Bears
# americanfootball_ncaaf
Western Kentucky Lady Toppers; Wyoming Cowgirls
# soccer_fifa_world_cup
Lionesses; Matildas; USWNT; Super Falcons
# cricket_odi
White Ferns
# soccer_spain_la_liga
Real Betis B; Betis B
`;

describe("spellings that venues use", () => {
  it.each(sections(venueSpellings))(
    "in %s each spelling that venues use for a team means that team",
    (key, lines) => {
      const index = indexOf(key);
      const wrong = lines.flatMap((line) => {
        const [team = "", names = ""] = line.split(" = ");
        return names
          .split("; ")
          .map((name) => ({ name, team, means: index.resolve(name) }))
          .filter(({ means }) => means.kind !== "team" || means.team !== team);
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(sections(otherTeams))(
    "%s: the names of teams that are not in the sport's list are unknown",
    (key, lines) => {
      const index = indexOf(key);
      for (const name of lines.flatMap((line) => line.split("; ")))
        expect({ name, kind: index.resolve(name).kind }).toEqual({ name, kind: "unknown" });
    },
  );
});

describe("clubs with similar names", () => {
  it.each([
    ["soccer_usa_mls", "Miami FC"],
    ["soccer_usa_mls", "Saint Louis FC"],
    ["soccer_usa_mls", "Vancouver FC"],
    ["soccer_fa_cup", "Sheffield FC"],
    ["soccer_fa_cup", "Oxford City"],
    ["soccer_italy_coppa_italia", "Virtus Verona"],
    ["soccer_germany_dfb_pokal", "FSV Frankfurt"],
    ["soccer_usa_mls", "AFC Toronto"],
    ["soccer_fa_cup", "AFC Liverpool"],
    ["soccer_fa_cup", "AFC Blackpool"],
    ["soccer_france_coupe_de_france", "FC Lyon"],
    ["soccer_japan_j_league", "FC Osaka"],
    ["soccer_sweden_allsvenskan", "Göteborg FC"],
    ["soccer_portugal_primeira_liga", "CF Benfica"],
    ["soccer_china_superleague", "Qingdao Red Lions"],
    ["soccer_league_of_ireland", "Bohemians 1905"],
    ["soccer_conmebol_copa_libertadores", "FC Barcelona"],
  ])(
    "in %s the name %s means the club of exactly that name, not a better-known club with a similar name",
    (key, name) => {
      expect(indexOf(key).resolve(name)).toEqual({ kind: "team", team: name });
    },
  );
});

describe("canonical names", () => {
  it.each(sections(canonicalNames))(
    "%s: the team names that The Odds API uses are canonical names",
    (key, lines) => {
      const index = indexOf(key);
      for (const name of lines.join(" ").split("; "))
        expect(index.resolve(name)).toEqual({ kind: "team", team: name });
    },
  );
});
