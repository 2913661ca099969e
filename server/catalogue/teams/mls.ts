import type { LeagueTeams } from "@/server/catalogue/league-teams";
import { clubTable } from "@/server/catalogue/teams/club-table";

const shortWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["City", ["C", "Cty"]],
  ["England", ["Eng"]],
  ["Kansas", ["Kan", "Kans"]],
  ["Los", ["L"]],
  ["Minnesota", ["Minn", "Mn"]],
  ["New", ["N"]],
  ["Philadelphia", ["Phila", "Philly", "Phil", "PHI"]],
  ["Saint", ["St"]],
  ["San", ["S"]],
  ["St.", ["Saint"]],
  ["Sporting", ["Sp", "Sptg", "S"]],
  ["United", ["Utd", "U"]],
]);

// The last lines list other clubs of the same towns, so that their names do not mean the MLS clubs.
const table = `
Atlanta United FC | Atlanta United, Atlanta Utd, Atlanta, ATL United, ATL UTD, ATLUTD, Five Stripes, ATL Utd FC | ATL
Austin FC | Austin, Verde, ATX FC, AUS FC | ATX, AUS
CF Montreal | Montréal, Montreal Impact, Impact de Montréal, Club de Foot Montréal, CF Montréal Impact, Impact Montreal, Impact, CFM, Club de Foot, MTL Impact, CFMTL | MTL, MON, CFM
Charlotte FC | Charlotte, CLT FC, CHA FC, The Crown | CLT, CHA
Chicago Fire | Chicago Fire FC, Chicago, Fire, CHI Fire, Fire FC, Chicago Fire SC, Chicago F | CHI, CHF
Colorado Rapids | Colorado, Rapids, COL Rapids, Rapids FC, Colo Rapids, Colorado Rap | COL
Columbus Crew SC | Columbus Crew, Columbus, Crew, Crew SC, CLB Crew, The Crew, Columbus Crew Soccer Club, Columbus C | CLB, CBS
D.C. United | DC United, DC Utd, Washington DC United, DC, D.C. Utd, Washington DC, Washington D.C. United, D.C., DCU, Washington, DC United FC, D.C. United SC, D C United | DC, DCU, WAS
FC Cincinnati | Cincinnati, CIN FC, FC Cinci, FC Cincy, FCC, Cincy, Cincinnati FC, FC Cincinatti | CIN, FCC
FC Dallas | Dallas, Dallas FC, FCD, DAL FC, Dallas Burn, FC Dallas SC | DAL, FCD
Houston Dynamo | Houston Dynamo FC, Houston, Dynamo, HOU Dynamo, Dynamo FC, Dynamo Houston, Houston Dyn | HOU, HD
Inter Miami CF | Inter Miami, Miami, Inter Miami Club de Fútbol, Club Internacional de Fútbol Miami, Inter Miami FC, Miami CF, MIA CF, IMCF, Inter MIA, Int Miami, Inter. Miami, Internacional Miami | MIA, IMI
LA Galaxy | Los Angeles Galaxy, Galaxy, Los Angeles G, LAG, L.A. Galaxy, LA G, Galaxy FC, Galaxy LA, LA Galaxy SC |
  LAG, LA G
Los Angeles FC | LAFC, LA FC, Los Angeles F, L.A. FC, LAFC FC, L.A.F.C., Los Angeles Football Club, LA F | LAFC, LAF
Minnesota United FC | Minnesota United, Minnesota Utd, Minnesota, MNUFC, MIN United, MN United, Loons, MIN Utd, Minnesota Loons, Minn United | MIN, MNU
Nashville SC | Nashville, NSH SC, Nashville Soccer Club, NSC, Nashville FC | NSH, NAS
New England Revolution | New England, NE Revolution, NE, Revolution, Revs, New England Rev, NE Revs, NE Rev, New Eng Revolution, New England R, New England Revs, N.E. Revolution, N England Rev | NE, NER, REV
New York City FC | New York City, NYCFC, NYC FC, NYC, New York City Football Club, NY City FC, NY City, New York C, N.Y. City FC, NY C, New York CFC, NYC Football Club, NYCity FC | NYC, NYCFC
New York Red Bulls | NY Red Bulls, Red Bulls, Red Bull New York, New York RB, RBNY, NYRB, New York Red Bull, NY Red Bull, NY RB, N.Y. Red Bulls, New York R, RB New York, NYRBs, N York Red Bulls, New York MetroStars, MetroStars, Red Bulls NY, NY R Bulls, Red Bulls New York | NYRB, RBNY, NY RB, NYR
Orlando City SC | Orlando City, Orlando, ORL City, Orlando City FC, OCSC, Orlando City Soccer Club, Orlando C, Orlando SC, Lions | ORL, OCSC
Philadelphia Union | Philadelphia, Union, PHI Union, Phila Union, Philly Union, Philadelphia U | PHI, PHU
Portland Timbers | Portland, Timbers, POR Timbers, PTFC, Portland Timbers FC, Timbers FC, Portland Timb, Portland T | POR, PTFC
Real Salt Lake | Salt Lake, RSL, Real SL, Real Salt Lake FC, Real Salt Lake City, Salt Lake City, R Salt Lake, R. Salt Lake, Real S.L. | RSL, SLC
San Diego FC | San Diego, SDFC, SD FC, S Diego FC, San Diego Football Club | SD, SDFC, SAN
San Jose Earthquakes | San Jose, SJ Earthquakes, SJ, Earthquakes, Quakes, San José Earthquakes, SJ Quakes, San Jose Quakes, San Jose E, S.J. Earthquakes, S Jose Earthquakes, San Jose EQ, San Jose Clash | SJ, SJE
Seattle Sounders FC | Seattle Sounders, Seattle, Sounders, Sounders FC, SEA Sounders, SSFC, Seattle S | SEA, SSFC
Sporting Kansas City | Sporting KC, Kansas City, SKC, Sp Kansas City, Sporting K.C., Sp. KC, S Kansas City, Sporting
  Kansas, Kansas City Wizards, KC Wizards, KC, Kansas City Sporting, Sporting KC FC, Sporting Kansas C, KC Sporting,
  Sporting Kansas City SC | SKC, KC, KAN
St. Louis City SC | St Louis City, Saint Louis City, St Louis City SC, St Louis, Saint Louis, STL, St. Louis, St. Louis CITY, STL City, STL City SC, CITY SC, St. Louis City Soccer Club, St L City | STL, STLC
Toronto FC | Toronto, TOR FC, TFC, FC Toronto, Toronto Football Club | TOR, TFC
Vancouver Whitecaps FC | Vancouver Whitecaps, Vancouver, Whitecaps, Caps, VAN Whitecaps, Whitecaps FC, Vancouver W'caps, VWFC, Vancouver Wcaps, V Whitecaps,
  Vanc Whitecaps | VAN, VWFC
AFC Toronto |
Miami FC | The Miami FC
Saint Louis FC | STLFC
Vancouver FC |
FC Montreal | Montréal FC
New York Cosmos | NY Cosmos, Cosmos
`;

/** Teams of Major League Soccer. */
export const mls: LeagueTeams = clubTable(table, {
  shortWords,
  suffixes: ["Football Club", "Soccer Club"],
  shared: {
    "Los Angeles": ["LA Galaxy", "Los Angeles FC"],
    LA: ["LA Galaxy", "Los Angeles FC"],
    "New York": ["New York City FC", "New York Red Bulls"],
    NY: ["New York City FC", "New York Red Bulls"],
  },
});
