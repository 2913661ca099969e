import { schoolTable } from "@/server/domain/catalogue/teams/school-table";

/* The columns: School | mascots | other names | codes | form of the full name: of, U or C | names per sport (see `School`) */

/** The SEC, Big Ten, Big 12, ACC, Big East and the independents of football. */
export const majorColleges = schoolTable(`
Alabama | Crimson Tide, Tide | Bama, Univ. of Alabama Tuscaloosa, Alabama Crimson | | of
Arkansas | Razorbacks, Hogs | Arkansas Fayetteville | | of
Auburn | Tigers | | AUB | U
Florida | Gators | | UF | of
Georgia | Bulldogs, Dawgs | | UGA | of
Kentucky | Wildcats | | UK | of
LSU | Tigers | Louisiana State, Louisiana State University, LSU Baton Rouge
Mississippi State | Bulldogs | Miss State, Mississippi St U | MSST
Missouri | Tigers | Mizzou, Missouri Columbia | MIZ, MIZZ | of
Oklahoma | Sooners | | | of
Ole Miss | Rebels | Mississippi, University of Mississippi, Mississippi Rebels, U of Mississippi, Olemiss, Mississippi (Ole Miss) | MISS
South Carolina | Gamecocks | S.Carolina, South Car, S Car, SCarolina, So. Carolina | SCAR | of
Tennessee | Volunteers, Vols | Tennessee Knoxville | UTK | of
Texas | Longhorns | University of Texas at Austin, Texas Austin, UT Austin | TEX | of
Texas A&M | Aggies | Texas AM, Tex A&M, Texas A&M University, TX A&M, Texas A M, TexasA&M, Texas Aggies | TAMU, TXAM,
  TA&M
Vanderbilt | Commodores | Vandy | VAN, VAND | U
Illinois | Fighting Illini, Illini | Illinois Urbana Champaign | UIUC | of
Indiana | Hoosiers | Indiana Bloomington | IND, IU | U
Iowa | Hawkeyes | | | of
Maryland | Terrapins, Terps | Maryland College Park | UMD, MD | of
Michigan | Wolverines | | UMICH | of
Michigan State | Spartans | Michigan St U | MICHST, MIST
Minnesota | Golden Gophers, Gophers | Minnesota Twin Cities | MINN | of
Nebraska | Cornhuskers | Nebraska Lincoln, Nebraska Huskers | NEB, UNL | of
Northwestern | Wildcats | Northwestern (IL), N'western | NW, NWU | U
Ohio State | Buckeyes | Ohio St U | OHST
Oregon | Ducks | | ORE, UO | of
Penn State | Nittany Lions, Lady Lions | Pennsylvania State, Penn St U | PNST, PENNST
Purdue | Boilermakers | Purdue West Lafayette | PUR, PURD | U
Rutgers | Scarlet Knights | Rutgers New Brunswick | RUT, RUTG | U
UCLA | Bruins | California Los Angeles, UC Los Angeles, Cal Los Angeles
USC | Trojans | Southern California, Southern Cal, USC (CA), University of Southern California, USC Los Angeles, S
  California, Southern Calif
Washington | Huskies | | | of
Wisconsin | Badgers | Wisconsin Madison | WIS, WISC | of
Arizona | Wildcats | | AZ | of
Arizona State | Sun Devils | AZ State
BYU | Cougars | Brigham Young, Brigham Young University, Brigham Young Cougars, Brigham
Baylor | Bears | | BAY | U
Cincinnati | Bearcats | Cincy, Cincinnati U | CIN, CINN | of
Colorado | Buffaloes, Buffs | Colorado Boulder, Colorado Buffs | | of
Houston | Cougars | Houston U | HOU | of
Iowa State | Cyclones | Iowa St U | IAST, IOST
Kansas | Jayhawks | | KU, KAN | of
Kansas State | Wildcats | K-State, Kansas St U, KState | KNST
Oklahoma State | Cowboys, Cowgirls | Oklahoma St U, Oklahoma State Pokes | OKST, OKSU
TCU | Horned Frogs | Texas Christian, Texas Christian University, TCU Frogs
Texas Tech | Red Raiders, Lady Raiders | TX Tech | TTU, TEXTECH
UCF | Knights | Central Florida, University of Central Florida, C Florida, Cent Florida, Cen Florida, Central Florida (UCF)
Utah | Utes | | | of
West Virginia | Mountaineers | W Virginia, WVirginia | WVU, WVA | U
Boston College | Eagles | Boston Col, Boston Coll, Boston C | BC
California | Golden Bears | Cal, Cal Berkeley, UC Berkeley, University of California Berkeley, California Berkeley,
  Calif, Cal Bears, Cal Golden Bears, California Bears | | of
Clemson | Tigers | | CLEM | U
Duke | Blue Devils | | | U
Florida State | Seminoles, Noles | Florida St U, FL State | FSU, FLST
Georgia Tech | Yellow Jackets, Ramblin Wreck | Georgia Institute of Technology, Georgia Tech U, G. Tech, Georgia Tech
  Jackets, Georgia Tech Yellowjackets | GT, GATECH
Louisville | Cardinals | UofL | LOU | of
Miami | Hurricanes | Miami (FL), Miami Florida, Miami F, Miami of Florida, University of Miami Florida, University of
  Miami (FL), Miami U (FL), U Miami, Miami Hurricane, Miami Canes, Miami (FL) Canes | MIA, MIAFL
NC State | Wolfpack | North Carolina State, N Carolina State, NCState, North Carolina State University, No. Carolina
  State, N Car State | NCST, NCSU
North Carolina | Tar Heels, Heels | UNC, UNC Chapel Hill, University of North Carolina, N Carolina, No. Carolina, North
  Carolina Chapel Hill, U of North Carolina, N Car | NCAR
Notre Dame | Fighting Irish, Irish | University of Notre Dame, N Dame, Notre Dame Irish | ND
Pittsburgh | Panthers | Pitt, Pitt Panthers, Pittsburg | | of
SMU | Mustangs | Southern Methodist, Southern Methodist University, S Methodist
Stanford | Cardinal | Stanford Cardinals | STAN | U
Syracuse | Orange | Cuse, Syracuse Orangemen | SYR | U
Virginia | Cavaliers, Hoos | Virginia Cavs, Virginia Wahoos | UVA | of
Virginia Tech | Hokies | Virginia Polytechnic, Vir Tech, V Tech | VT, VATECH
Wake Forest | Demon Deacons, Deacons | Wake, Wake Frst, W Forest, Wake Forest Deacs, Wake Forest Deacons | WF | U
Butler | Bulldogs | | BUT | U
Creighton | Bluejays | | CREI, CRE | U
DePaul | Blue Demons | De Paul | DEP | U
Georgetown | Hoyas | G'town, Georgetown DC | GTWN | U
Marquette | Golden Eagles | | MARQ | U
Providence | Friars | Providence Coll | PROV, PC | C
Seton Hall | Pirates | S Hall | HALL | U
St. John's | Red Storm | St. John's (NY), St John's University, St. John's New York | STJ, SJNY
UConn | Huskies | Connecticut, U Conn, University of Connecticut, Connecticut Huskies
Villanova | Wildcats | Nova | VILL | U
Xavier | Musketeers | Xavier (OH), Xavier Ohio | XAV | U
`);
