import type { LeagueTeams } from "@/server/catalogue/league-teams";
import { clubTable } from "@/server/catalogue/teams/club-table";
import { nonLeagueClubTable } from "@/server/catalogue/teams/english-non-league";

const shortWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["Albion", ["Alb"]],
  ["Alexandra", ["Alex"]],
  ["and", ["n"]],
  ["Athletic", ["Ath"]],
  ["Borough", ["Boro"]],
  ["City", ["C"]],
  ["County", ["Co", "Cty"]],
  ["Manchester", ["Man", "Manc"]],
  ["North", ["N", "Nth"]],
  ["Rangers", ["Rgrs"]],
  ["Rovers", ["R", "Rov", "Rvs", "Rvrs"]],
  ["Saint", ["St"]],
  ["Sheffield", ["Sheff"]],
  ["Stanley", ["Stan"]],
  ["Town", ["T", "Tn", "Twn"]],
  ["United", ["Utd", "U"]],
  ["Wanderers", ["Wand", "Wdrs", "Wndrs"]],
  ["West", ["W"]],
]);

const suffixes = ["Football Club", "FC", "AFC"];

const premierClubTable = `
Arsenal | Arsenal London, The Arsenal, Gunners | ARS
Aston Villa | Villa, A Villa, A. Villa, Aston V | AVL, AST
Bournemouth | AFC Bournemouth, B'mouth, Bournemth | BOU
Brentford | | BRE
Brighton and Hove Albion | Brighton, Brighton & Hove, Brighton and Hove, Brighton Hove Albion, Brighton Hove, Brighton HA, Brighton H A,
  Brighton & HA, Brighton Albion | BHA, BRI
Burnley | | BUR
Cardiff City | Cardiff | CAR
Chelsea | Chelsea London | CHE
Coventry City | Coventry | COV
Crystal Palace | C Palace, C. Palace, Palace, Crystal P, Cry Palace, Crystal Pal | CRY
Everton | | EVE
Fulham | | FUL
Huddersfield Town | Huddersfield, Hudd'field, Huddersfld | HUD
Hull City | Hull, Hull City Tigers | HUL
Ipswich Town | Ipswich | IPS
Leeds United | Leeds | LEE
Leicester City | Leicester | LEI
Liverpool | Liverpool FC, FC Liverpool | LIV
Luton | Luton Town | LUT
Manchester City | Man City, Man. City, Manchester C, Man C, M City, M. City, Manc City, Mancity, Manch City | MCI, MNC, MCFC
Manchester United | Man United, Man Utd, Man. United, Man. Utd., Manchester Utd, Manchester U, Man U, M United, M Utd,
  Manc Utd, Manc United, Manch Utd, Manch United, ManU | MUN, MNU, MUFC
Middlesbrough | Boro, Middlesboro, M'brough, Middlesbro, Middlesborough, Mboro, M'boro | MID
Newcastle United | Newcastle, Newcastle Upon Tyne, N'castle, N'castle Utd, N'castle United | NEW, NUFC
Norwich City | Norwich | NOR
Nottingham Forest | Nott'm Forest, Nottm Forest, Nott'ham Forest, Nottham Forest, N Forest, N. Forest, N'ham Forest, Notts Forest, Nott Forest, Nottingham, Notts,
  Nott. Forest, Forest, Not Forest, Nottingham F, Nottingham For, Nottingham Frst, Notts F, Nottm F | NFO, NOT, NFFC
Queens Park Rangers | QPR, Queens Park R, Queens PR, Q.P.R., Queens Park Rgrs, Queen's Park Rangers | QPR
Sheffield United | Sheffield Utd, Sheff Utd, Sheff United, Sheffield U, Sheff U, Sheff. Utd, S'field Utd, Sheffield Unt | SHU
Sheffield Wednesday | Sheff Wed, Sheffield Weds, Sheffield Wed, Sheff Wednesday, Sheff Weds, Sheff. Wed, Sheffield Wednes, S'field Wed | SHW, SWFC
Southampton | Soton, So'ton, S'ampton, S'hampton, Saints | SOU
Stoke City | Stoke, Stoke On Trent | STK, STO
Sunderland | | SUN
Swansea City | Swansea | SWA
Tottenham Hotspur | Tottenham, Spurs, Tottenham H, Tottenham Hot, Tottenham Hotspurs, T Hotspur, Tott'ham, Hotspur, Tottenham Hots | TOT, THFC
Watford | | WAT
West Bromwich Albion | West Brom, WBA, West Bromwich, W Bromwich, W Brom, West Brom Albion, W.B.A., W B Albion | WBA, WBR
West Ham United | West Ham, W Ham, W. Ham, West H Utd, Westham | WHU, WHAM
Wolverhampton Wanderers | Wolves, Wolverhampton, Wolverhampton Wanders, Wolverhampton Wan, W'hampton, W'hampton
  Wanderers, Wolverhampton Wolves | WOL, WWFC
`;

const premierShared = {
  Man: ["Manchester City", "Manchester United"],
  Manchester: ["Manchester City", "Manchester United"],
  "Manchester FC": ["Manchester City", "Manchester United"],
  Sheffield: ["Sheffield United", "Sheffield Wednesday"],
};

const options = { shortWords, suffixes };

/** Clubs of the Premier League in recent seasons, and clubs with similar names. */
export const premierLeague: LeagueTeams = clubTable(premierClubTable, {
  ...options,
  // AFC Liverpool is a club outside the Premier League. Its name is declared as ambiguous, so it never resolves to Liverpool.
  shared: { ...premierShared, "AFC Liverpool": ["Everton", "Liverpool"] },
});

const footballLeagueTable = `
Accrington Stanley | Accrington, Accrington S, Acc Stanley, Accrington ST | ACC
Barnet | | BNT
Barnsley | | BAR, BSY
Barrow | Barrow AFC, Barrow-in-Furness | BRW
Birmingham City | Birmingham, B'ham, Birm City, B'ham City | BIR
Blackburn Rovers | Blackburn | BLA, BBR
Blackpool | Blackpool FC, FC Blackpool | BPL, BLP
Bolton Wanderers | Bolton | BOL
Bradford City | Bradford | BRD, BRC
Bristol City | Bristol C, Bris City, B City, Bristol Cty | BRC, BCI
Bristol Rovers | Bristol Rvs, Bristol R, Bris Rovers, Bristol Rov, B Rovers, Bristol Rovs | BRR, BRI
Bromley FC | Bromley | BRO, BMY
Burton Albion | Burton | BRT, BTN
Cambridge United | Cambridge, Cambridge Utd | CAM
Carlisle United | Carlisle, Carlisle Utd | CRL, CAR
Charlton Athletic | Charlton, Charlton Ath | CHA
Cheltenham Town | Cheltenham | CLT, CHL
Chesterfield FC | Chesterfield, C'field | CHF, CFD
Colchester United | Colchester, Colchester Utd, Col U | COL
Crawley Town | Crawley | CRA
Crewe Alexandra | Crewe | CRE, CRW
Derby County | Derby, Derby C | DER
Doncaster Rovers | Doncaster, Donny | DON
Exeter City | Exeter | EXE
Fleetwood Town | Fleetwood | FLE
Forest Green Rovers | Forest Green, FGR, Forest G, F Green | FGR
Gillingham | Gills | GIL
Grimsby Town | Grimsby | GRI
Harrogate Town | Harrogate | HAR
Hartlepool United | Hartlepool, Hartlepool Utd, H'pool | HPL, HRT
Leyton Orient | Orient, L Orient, L. Orient, Leyton O | LEY, ORI
Lincoln City | Lincoln | LIN
Milton Keynes Dons | MK Dons, MK Dons FC, Milton Keynes, M K Dons, MKD, M.K. Dons, Milton Keynes D, Milton K. Dons |
  MKD
Mansfield Town | Mansfield | MAN, MFD
Millwall | | MIL
Morecambe | | MOR
Newport County | Newport, Newport County AFC, Newport Co, Newport C | NPT, NEW
Northampton Town | Northampton, N'hampton, Northampton Tn | NTH
Notts County | Notts Co, Notts Cty, Notts C | NCO, NTC
Oldham Athletic | Oldham | OLD
Oxford United | Oxford, Oxford Utd | OXF
Peterborough United | Peterborough, Peterboro, Peterborough Utd, P'boro, Peterboro Utd, Peterboro United, Posh, P'borough | PET
Plymouth Argyle | Plymouth, Plymouth Arg, Argyle | PLY
Port Vale | P Vale, Vale | PTV, PVA
Portsmouth | Pompey | POR
Preston North End | Preston, Preston NE, PNE, P.N.E., Preston N E, Preston N.E. | PNE, PRE
Reading | | REA, RDG
Rochdale | | ROC
Rotherham United | Rotherham, Rotherham Utd | ROT
Salford City | Salford | SAL
Scunthorpe United | Scunthorpe, Scunthorpe Utd, S'thorpe | SCU
Shrewsbury Town | Shrewsbury, S'bury, Shrews | SHR
Stevenage | Stevenage FC, Stevenage Borough | STE, STV
Stockport County FC | Stockport County, Stockport, Stockport Co, Stockport C | STP, STC
Sutton United | Sutton, Sutton Utd | SUT
Swindon Town | Swindon | SWI
Tranmere Rovers | Tranmere | TRA
Walsall | | WAL
Wigan Athletic | Wigan, Wigan Ath, Wigan Athl | WIG
Wimbledon | AFC Wimbledon, A.F.C. Wimbledon, W'don | WIM
Wrexham AFC | Wrexham, Wrexham FC | WRE, WXM
Wycombe Wanderers | Wycombe, Wycombe Wand, Wycombe Wdrs | WYC
Yeovil Town | Yeovil | YEO
York City | York | YOR
Bury | Bury FC, Bury AFC | BRY
`;

/** Every club of the English divisions, and the other clubs of the cups' early rounds. */
export const englishClubs: LeagueTeams = clubTable(
  premierClubTable + footballLeagueTable + nonLeagueClubTable,
  {
    ...options,
    shared: {
      ...premierShared,
      Bristol: ["Bristol City", "Bristol Rovers"],
      Notts: ["Nottingham Forest", "Notts County"],
      Nottingham: ["Nottingham Forest", "Notts County"],
    },
  },
);
