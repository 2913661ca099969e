import type { DemoTeam } from "@/server/feeds/demo/pro-teams";

const clubs = (lines: string): DemoTeam[] =>
  lines
    .trim()
    .split(/\s*[,\n]\s*/)
    .filter((name) => name !== "")
    .map((name) => ({ name }));

export const eplTeams = clubs(`
  Arsenal, Aston Villa, Bournemouth, Brentford, Brighton and Hove Albion, Chelsea, Crystal Palace, Everton, Fulham, Leeds United,
  Liverpool, Manchester City, Manchester United, Newcastle United, Nottingham Forest, Sunderland, Tottenham Hotspur,
  West Ham United, Wolverhampton Wanderers, Burnley`);

export const laLigaTeams = clubs(`
  Alavés, Athletic Bilbao, Atlético Madrid, Barcelona, CA Osasuna, Celta Vigo, Elche CF, Espanyol, Getafe, Girona, Levante, Mallorca,
  Oviedo, Rayo Vallecano, Real Betis, Real Madrid, Real Sociedad, Sevilla, Valencia, Villarreal`);

export const serieATeams = clubs(`
  AC Milan, AS Roma, Atalanta BC, Bologna, Cagliari, Como, Cremonese, Fiorentina, Genoa, Hellas Verona, Inter Milan, Juventus, Lazio,
  Lecce, Napoli, Parma, Pisa, Sassuolo, Torino, Udinese`);

export const bundesligaTeams = clubs(`
  1. FC Heidenheim, 1. FC Köln, Augsburg, Bayer Leverkusen, Bayern Munich, Borussia Dortmund, Borussia Monchengladbach,
  Eintracht Frankfurt, FC St. Pauli, FSV Mainz 05, Hamburger SV, RB Leipzig, SC Freiburg, TSG Hoffenheim, Union Berlin,
  VfB Stuttgart, VfL Wolfsburg, Werder Bremen`);

export const ligue1Teams = clubs(`
  AS Monaco, Angers, Auxerre, Brest, Le Havre, Lille, Lorient, Lyon, Marseille, Metz, Nantes, Nice, Paris FC, Paris Saint Germain,
  RC Lens, Rennes, Strasbourg, Toulouse`);

export const mlsTeams = clubs(`
  Atlanta United FC, Austin FC, Charlotte FC, Chicago Fire, Colorado Rapids, Columbus Crew SC, D.C. United, FC Cincinnati, FC Dallas,
  Houston Dynamo, Inter Miami CF, LA Galaxy, Los Angeles FC, Minnesota United FC, Nashville SC, New England Revolution,
  New York City FC, New York Red Bulls, Orlando City SC, Philadelphia Union, Portland Timbers, Real Salt Lake, Seattle Sounders FC,
  Sporting Kansas City, Toronto FC, Vancouver Whitecaps FC`);

export const brazilTeams = clubs(`
  Atletico Mineiro, Bahia, Botafogo, Corinthians, Cruzeiro, Flamengo, Fluminense, Fortaleza, Grêmio, Internacional, Juventude,
  Palmeiras, Santos, Sao Paulo, Vasco da Gama, Vitoria`);

export const jLeagueTeams = clubs(`
  Avispa Fukuoka, Cerezo Osaka, FC Tokyo, Gamba Osaka, Kashima Antlers, Kashiwa Reysol, Kawasaki Frontale, Kyoto Purple Sanga,
  Machida Zelvia, Nagoya Grampus, Hiroshima Sanfrecce FC, Shimizu S Pulse, Urawa Red Diamonds, Vissel Kobe, Yokohama F Marinos,
  Yokohama FC`);

export const allsvenskanTeams = clubs(`
  AIK, BK Häcken, Degerfors IF, Djurgardens IF, GAIS, Halmstads BK, Hammarby IF, IF Brommapojkarna, IF Elfsborg, IFK Goteborg,
  IFK Norrköping, IFK Värnamo, IK Sirius, Malmo FF, Mjällby AIF, Östers IF`);

export const eliteserienTeams = clubs(`
  Bodø/Glimt, Bryne FK, FK Haugesund, Fredrikstad FK, HamKam, KFUM, Kristiansund BK, Molde, Rosenborg, Sandefjord,
  Sarpsborg FK, SK Brann, Stromsgodset, Tromso, Vålerenga, Viking FK`);

export const collegeFootballTeams = clubs(`
  Alabama Crimson Tide, Arkansas Razorbacks, Auburn Tigers, Clemson Tigers, Florida Gators, Florida State Seminoles, Georgia Bulldogs,
  Iowa Hawkeyes, Iowa State Cyclones, Kansas State Wildcats, Kentucky Wildcats, LSU Tigers, Michigan Wolverines,
  Michigan State Spartans, Missouri Tigers, Nebraska Cornhuskers, North Carolina Tar Heels, Notre Dame Fighting Irish,
  Ohio State Buckeyes, Oklahoma Sooners, Oklahoma State Cowboys, Oregon Ducks, Penn State Nittany Lions, Tennessee Volunteers,
  Texas Longhorns, USC Trojans, Utah Utes, Wisconsin Badgers`);

export const collegeBasketballTeams = clubs(`
  Alabama Crimson Tide, Arizona Wildcats, Arkansas Razorbacks, Auburn Tigers, Baylor Bears, Creighton Bluejays, Duke Blue Devils,
  Florida Gators, Gonzaga Bulldogs, Houston Cougars, Illinois Fighting Illini, Indiana Hoosiers, Iowa State Cyclones,
  Kansas Jayhawks, Kentucky Wildcats, Louisville Cardinals, Marquette Golden Eagles, Michigan Wolverines,
  Michigan St Spartans, North Carolina Tar Heels, Purdue Boilermakers, Tennessee Volunteers, Texas Longhorns, UCLA Bruins,
  Villanova Wildcats, Virginia Cavaliers, Wisconsin Badgers, Xavier Musketeers`);

export const euroleagueTeams = clubs(`
  Anadolu Efes, AS Monaco, ASVEL Lyon Villeurbanne, Dubai Basketball, FC Barcelona Bàsquet, FC Bayern München, Fenerbahce SK,
  Hapoel Tel Aviv, KK Crvena zvezda, KK Partizan NIS, Maccabi Tel Aviv, Olympiacos, Pallacanestro Olimpia Milano, Panathinaikos,
  Paris Basketball, Real Madrid, Saski Baskonia, Valencia Basket, Virtus Segafredo Bologna, Žalgiris`);

export const shlTeams = clubs(`
  Brynäs IF, Djurgårdens IF, Färjestad BK, Frölunda HC, HV71, Leksands IF, Linköping HC, Luleå HF, Malmö Redhawks, Örebro HK,
  Rögle BK, Skellefteå AIK, Timrå IK, Växjö Lakers`);

export const aflTeams = clubs(`
  Adelaide Crows, Brisbane Lions, Carlton Blues, Collingwood Magpies, Essendon Bombers, Fremantle Dockers, Geelong Cats,
  Gold Coast Suns, Greater Western Sydney Giants, Hawthorn Hawks, Melbourne Demons, North Melbourne Kangaroos,
  Port Adelaide Power, Richmond Tigers, St Kilda Saints, Sydney Swans, West Coast Eagles, Western Bulldogs`);

export const nrlTeams = clubs(`
  Brisbane Broncos, Canberra Raiders, Canterbury Bulldogs, Cronulla Sutherland Sharks, Dolphins, Gold Coast Titans,
  Manly Warringah Sea Eagles, Melbourne Storm, New Zealand Warriors, Newcastle Knights, North Queensland Cowboys,
  Parramatta Eels, Penrith Panthers, South Sydney Rabbitohs, St George Illawarra Dragons, Sydney Roosters`);

export const npbTeams = clubs(`
  Chiba Lotte Marines, Chunichi Dragons, Fukuoka SoftBank Hawks, Hanshin Tigers, Hiroshima Toyo Carp,
  Hokkaido Nippon-Ham Fighters, Orix Buffaloes, Saitama Seibu Lions, Tohoku Rakuten Golden Eagles, Tokyo Yakult Swallows,
  Yokohama DeNA BayStars, Yomiuri Giants`);

export const kboTeams = clubs(`
  Doosan Bears, Hanwha Eagles, Kia Tigers, Kiwoom Heroes, KT Wiz, LG Twins, Lotte Giants, NC Dinos, Samsung Lions, SSG Landers`);
