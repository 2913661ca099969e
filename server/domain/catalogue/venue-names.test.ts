import { describe, expect, it } from "vitest";
import { findSport } from "@/server/domain/catalogue/sports";
import { createTeamIndex, type TeamIndex } from "@/server/domain/catalogue/team-index";

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

// Spellings that venues use and that no list contains: the lists' rules derive them, or the rules for affixes resolve them.
const derivedSpellings = `
# soccer_portugal_primeira_liga
Nacional = CD Nacional Funchal
# soccer_netherlands_eredivisie
AZ Alkmaar = AZ Alkmaar FC
# soccer_russia_premier_league
CSKA Moscow = CSKA
# soccer_uefa_champs_league
Bohemians Dublin = Bohemian FC; Bohemians Dublin; Bohemian
AEL Larissa = AEL Larissa; Larissa; AE Larissa
Arsenal = Arsenal (Eng)
Benfica = Benfica (Por)
Red Star Belgrade = Crvena zvezda (Srb)
Olympiakos Piraeus = Olympiacos (Gre)
Bodø/Glimt = Bodo/Glimt (Nor)
# soccer_fifa_club_world_cup
Bohemians Dublin = Bohemian FC; Bohemians Dublin; Bohemian
AEL Larissa = AEL Larissa; Larissa; AE Larissa
Al Hilal = Al-Hilal; Al Hilal Riyadh; Al-Hilal Saudi FC; Al Hilal (KSA)
Al Ahly FC = Al Ahly; Al-Ahly; Al Ahly Cairo; Al Ahly (Egy)
Espérance Sportive de Tunis = Esperance Tunis; ES Tunis; Esperance de Tunis
Wydad AC = Wydad Casablanca; Wydad
Mamelodi Sundowns = Sundowns; Mamelodi Sundowns FC
Inter Miami CF = Inter Miami (USA)
Bayern Munich = Bayern (Ger)
# baseball_mlb
Chicago Cubs = CHI Cubs; Chi Cubs; Chicago C; CHC Cubs; Chi. Cubs
Chicago White Sox = CHI White Sox; Chi White Sox; Chicago WS; Chi Sox
St. Louis Cardinals = STL Cardinals; Saint Louis Cardinals
Athletics = Oakland Athletics; Oakland A's; ATH Athletics; Sacramento Athletics; Las Vegas Athletics
New York Yankees = NY Yankees; N.Y. Yankees; NYY Yankees; New York Y
Los Angeles Angels = LA Angels; L.A. Angels; LAA Angels; Anaheim Angels; Los Angeles A
San Francisco Giants = SF Giants; San Fran Giants; S.F. Giants
Arizona Diamondbacks = ARI Diamondbacks; Arizona D-Backs; AZ Diamondbacks; Arizona Dbacks
Tampa Bay Rays = TB Rays; Tampa Rays
Washington Nationals = WAS Nationals; WSH Nationals; Wash Nationals
Cleveland Guardians = CLE Guardians
Kansas City Royals = KC Royals
# basketball_nba
Golden State Warriors = GS Warriors; Golden St. Warriors; GSW Warriors; Golden St
Philadelphia 76ers = Phila 76ers; PHI 76ers; Philly 76ers; Philadelphia Sixers
Los Angeles Lakers = LA Lakers; L.A. Lakers; LAL Lakers; Los Angeles L
Los Angeles Clippers = LA Clippers; L.A. Clippers; Los Angeles C
New York Knicks = NY Knicks; N.Y. Knicks; NYK Knicks
Oklahoma City Thunder = OKC Thunder; Okla City Thunder; Okla. City Thunder
Minnesota Timberwolves = MIN Timberwolves; Minn Timberwolves; Minnesota T'wolves
Portland Trail Blazers = POR Trail Blazers; Portland Trailblazers; Portland Blazers
San Antonio Spurs = SA Spurs; SAS Spurs; S.A. Spurs
Utah Jazz = UTA Jazz; UTH Jazz
Washington Wizards = WAS Wizards; WSH Wizards; Wash Wizards
Brooklyn Nets = BKN Nets; BK Nets; Bklyn Nets
# americanfootball_nfl
Los Angeles Rams = LA Rams; L.A. Rams; LAR Rams; Los Angeles R
New York Giants = NY Giants; NYG Giants; New York G
San Francisco 49ers = SF 49ers; San Francisco Forty Niners; San Fran 49ers
Washington Commanders = WAS Commanders; WSH Commanders; Washington Football Team; Wash Commanders
New England Patriots = NE Patriots; N.E. Patriots; N England Patriots
Tampa Bay Buccaneers = TB Buccaneers; TB Bucs; Tampa Bay Bucs; Tampa
Jacksonville Jaguars = JAX Jaguars
Las Vegas Raiders = LV Raiders; Vegas Raiders
# icehockey_nhl
Montréal Canadiens = MTL Canadiens; MON Canadiens; Montreal Canadians; Canadiens Montreal
St Louis Blues = Saint Louis Blues; STL Blues
Utah Mammoth = Utah HC; Utah Hockey Club; UTA Mammoth
Tampa Bay Lightning = TB Lightning; Tampa
Vegas Golden Knights = Las Vegas Golden Knights; VEG Golden Knights
Columbus Blue Jackets = CBJ Blue Jackets; CLB Blue Jackets
New Jersey Devils = NJ Devils; N.J. Devils
Los Angeles Kings = LA Kings; L.A. Kings
Toronto Maple Leafs = TOR Maple Leafs
# basketball_wnba
Golden State Valkyries = GS Valkyries; Golden St Valkyries
Connecticut Sun = CON Sun; CONN Sun; Conn. Sun
New York Liberty = NY Liberty
# soccer_epl
Brighton and Hove Albion = Brighton & Hove Albion Football Club
Arsenal = Arsenal Football Club; Arsenal FC; Arsenal F.C.
Tottenham Hotspur = Tottenham Hotspur Football Club
Manchester United = Manchester United Football Club
Wolverhampton Wanderers = Wolverhampton Wand; Wolverhampton Wanderers Football Club
West Ham United = West Ham Utd; West Ham United Football Club
Nottingham Forest = Nottingham Forest Football Club
Bournemouth = Bournemouth AFC; Bournemouth Association Football Club
Sunderland = Sunderland AFC; Sunderland Association Football Club
Aston Villa = Aston Villa FC
Crystal Palace = Crystal Palace FC
Newcastle United = Newcastle Utd; Newcastle United FC
Leeds United = Leeds Utd; Leeds United AFC
Manchester City = Manchester City FC
# soccer_efl_champ
Blackburn Rovers = Blackburn R; Blackburn Rov
# soccer_england_league1
Wimbledon = Wimbledon FC
# soccer_england_league2
Bristol Rovers = Bristol Rovers FC
Crewe Alexandra = Crewe Alex
# soccer_usa_mls
St. Louis City SC = Saint Louis City SC
# soccer_germany_bundesliga2
Dynamo Dresden = Dyn. Dresden
Arminia Bielefeld = Arm. Bielefeld
1. FC Nürnberg = FC Nuernberg
# rugbyunion_six_nations
England = England RU; England Rugby
# basketball_ncaab
Indiana Hoosiers = Indiana University
Florida St Seminoles = FSU; Florida State; Florida St.; Fla. State
South Carolina Gamecocks = University of South Carolina
South Florida Bulls = USF Bulls
Xavier Musketeers = Xavier University
South Dakota St Jackrabbits = SDSU Jackrabbits; S. Dakota St.; South Dakota State; South Dakota St.
San Diego St Aztecs = SDSU Aztecs; San Diego St.; SD State
East Texas A&M Lions = Texas A&M-Commerce Lions
Long Beach St 49ers = Long Beach State; Long Beach St.; Long Beach State Beach; LBSU
Florida Int'l Golden Panthers = Florida International Panthers
GW Revolutionaries = George Washington Colonials
Hawai'i Rainbow Warriors = Hawaii Warriors
Michigan St Spartans = MSU Spartans; Mich. St.; Michigan State; Michigan State University
Appalachian St Mountaineers = App State; Appalachian State; Appalachian St.
Pennsylvania Quakers = University of Pennsylvania
# basketball_wncaab
Oklahoma St Cowboys = Oklahoma State Cowgirls; Oklahoma St. (W)
Louisiana Tech Bulldogs = Louisiana Tech Lady Techsters
# americanfootball_ncaaf
Oklahoma State Cowboys = OSU Cowboys
# soccer_brazil_serie_b
Botafogo = Botafogo SP; Botafogo-SP; Botafogo FC SP; Botafogo (SP)
Botafogo RJ = Botafogo-RJ; Botafogo FR
# soccer_concacaf_leagues_cup
Tigres = Tigres (Mex)
# soccer_conmebol_copa_libertadores
Estudiantes La Plata = Estudiantes LP; Estudiantes L.P.; Estudiantes
Flamengo-RJ = Flamengo; Flamengo RJ; CR Flamengo; Flamengo RJ (Bra)
Palmeiras-SP = Palmeiras; SE Palmeiras; Palmeiras SP
# soccer_conmebol_copa_sudamericana
Clube Atlético Mineiro = Atletico Mineiro; Atletico-MG
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
# soccer_austria_bundesliga
FC Blau-Weiß Linz; RB Salzburg
# soccer_belgium_first_div
Dender; Standard Liege
# soccer_netherlands_eredivisie
Groningen
# soccer_norway_eliteserien
Lillestrom
# soccer_poland_ekstraklasa
Nieciecza
# soccer_russia_premier_league
Dinamo Moscow; FC Akhmat Grozny; FC Baltika Kaliningrad; FC Nizhny Novgorod; FK Rostov; FK Sochi; Gazovik Orenburg;
Kryliya Sovetov; Zenit St Petersburg
# soccer_spl
Hearts; Rangers
# soccer_sweden_allsvenskan
BK Hacken; IFK Norrkoping
# soccer_switzerland_superleague
FC Zurich
# soccer_turkey_super_league
Goztepe
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
  it.each(sections(derivedSpellings))(
    "in %s each spelling that the rules derive for a team means that team",
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
