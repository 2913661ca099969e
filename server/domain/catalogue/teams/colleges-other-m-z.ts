import { schoolTable } from "@/server/domain/catalogue/teams/school-table";

/* The columns: School | mascots | other names | codes | form of the full name: of, U or C | names per sport (see `School`) */

/** The other schools of the first division, M to Z. */
export const otherCollegesMToZ = schoolTable(`
Maine | Black Bears | | ME | of
Manhattan | Jaspers | Manhattan College | MAN | U
Marist | Red Foxes | Marist College | MRST | U
Maryland-Eastern Shore | Hawks | UMES, MD Eastern Shore, MD E Shore, Maryland E Shore, University of Maryland Eastern
  Shore, Maryland ES, UM Eastern Shore, Md Eastern Sh
McNeese | Cowboys, Cowgirls | McNeese State, McNeese St U, Mcneese State University | MCN, MCNS
Mercer | Bears | | | U
Mercyhurst | Lakers | | MERCY | U
Merrimack | Warriors | | MRMK, MERR | C
Milwaukee | Panthers | Wisconsin Milwaukee, Wis.-Milwaukee, Wisc-Milwaukee, UW Milwaukee, UWM, WI Milwaukee, University
  of Wisconsin Milwaukee | MILW
Mississippi Valley State | Delta Devils | Miss Valley State, MVSU, Miss. Valley, Mississippi Valley, MS Valley State,
  Miss Vly State, Mississippi Val, M Valley State, Mississippi Val. St, Miss Val State | MVST | | basketball: Miss
  Valley St Delta Devils
Monmouth | Hawks | Monmouth NJ | MONM | U
Montana | Grizzlies, Lady Griz, Griz | | MONT | of
Montana State | Bobcats | Mont State, Montana St U | MTST, MONTST
Morehead State | Eagles | Morehead, Morehead St U | MORE
Morgan State | Bears | Morgan, Morgan St U | MORG
Mount St. Mary's | Mountaineers | Mount St. Mary's (MD), Mount Saint Mary | MSM, MTSM | | basketball: Mt. St. Mary's
  Mountaineers
NJIT | Highlanders | New Jersey Tech, New Jersey Institute of Technology, NJ Tech, New Jersey Inst of Tech, NJ Inst of
  Tech
New Hampshire | Wildcats | N Hampshire, New Hamp | UNH | of
New Haven | Chargers | N Haven | NHVN, NEWH | of
New Orleans | Privateers | N Orleans, New Orl, Neworleans, New Orleans U | NOLA | of
Niagara | Purple Eagles | | NIAG, NIA | U
Nicholls | Colonels | Nicholls State, Nicholls St U, Nicholls State University | NICH | | basketball: Nicholls St
  Colonels
Norfolk State | Spartans | Norfolk, Norfolk St U | NORF
North Alabama | Lions | N Ala, No. Alabama | UNA, NALA | of
North Carolina A&T | Aggies | NC A&T, NC AT, North Carolina AT, N Carolina A&T, No. Carolina A&T, NCA&T, N Car A&T, N. C. A&T |
  NCAT
North Carolina Central | Eagles | NC Central, NCCU, NC Cent, N Carolina Central, N Carolina Cent, North Carolina Cent,
  No. Carolina Central, NCC, NC Central University, N. C. Central | | U
North Dakota | Fighting Hawks | N Dak, No. Dakota, North Dak | UND, NDAK | of
North Dakota State | Bison | N Dakota State, N Dak State, No. Dakota State, North Dak State, NDak State, ND State | NDSU
North Florida | Ospreys | N Fla, No. Florida | UNF, NFLA | of
Northeastern | Huskies | N'eastern, NE Huskies | NEU, NE | U
Northern Arizona | Lumberjacks | N Ariz, No. Arizona | NAU | U
Northern Colorado | Bears | N Colo, No. Colorado, UNC Bears, NOCO | UNCO, NCO | of | basketball: N Colorado Bears
Northern Kentucky | Norse | N Ky, No. Kentucky | NKU | U
Northwestern State | Demons | NW State, Northwestern (LA), N'western State, Northwestern Louisiana, NW Louisiana,
  Northwestern State (LA), Northwestern (LA) St. | NWST, NWLA
Oakland | Golden Grizzlies | Oakland (MI), Oakland Michigan | OAK | U
Omaha | Mavericks | Nebraska Omaha, Neb.-Omaha, NE Omaha, University of Nebraska Omaha, Nebr.-Omaha | OMA
Oral Roberts | Golden Eagles | O Roberts | ORU | U
Pennsylvania | Quakers | Penn, UPenn, U Penn, Penn (PA), Penn Quakers | | of
Portland State | Vikings | Portland St U | PRST, PTST
Prairie View | Panthers | Prairie View A&M, Prairie View AM, Pr View A&M, Pr. View, P View A&M, Prairie V, PV A&M,
  Prairie View A&M University, Prairie, Prarie View A&M, Prarie View | PVAMU, PV, PVAM
Presbyterian | Blue Hose | Presbyterian College, Presby, Presbytrn, Presb., Presbyterian Coll | PRES
Princeton | Tigers | | PRIN | U
Queens University | Royals | Queens, Queens NC, Queens Charlotte, Queens University of Charlotte, Queens U, Queens
  University (NC), Queens University Charlotte | QUNS, QUOC
Quinnipiac | Bobcats | | QUIN | U
Radford | Highlanders | | RAD, RADF | U
Rider | Broncs | Rider Broncos | RID | U
Robert Morris | Colonials | Rob Morris, RMU, R Morris, Robt Morris, Robert Morris (PA) | ROBMO | U
SIU-Edwardsville | Cougars | SIUE, SIU Edward, Southern Illinois Edwardsville, S Illinois Edwardsville, SIU-E, SIU
  Edwards, SIU-Edw, Edwardsville
Sacramento State | Hornets | Cal State Sacramento, Sac State, CSU Sacramento, CS Sacramento, Sacramento, California
  State Sacramento, CSUS, Sac State University | SAC, SACST
Sacred Heart | Pioneers | Sac Heart, S Heart, Sacred Hrt | SHRT | U
Saint Francis | Red Flash | St. Francis (PA), Saint Francis U, St. Francis Pennsylvania, St Francis University, St. Fran
  (PA), St. Francis Penn | SFPA, SFU | | basketball: St. Francis (PA) Red Flash
Saint Peter's | Peacocks | St. Peter's (NJ), St. Peter's University, St. Peter | SPU, STPETE
Samford | Bulldogs | | SAM | U
Siena | Saints | | SIE | C
South Carolina State | Bulldogs | SC State, S Carolina State, So. Carolina State, South Car State, S Car State,
  SCarolina State | SCST, SCSU
South Carolina Upstate | Spartans | USC Upstate, SC Upstate, S Carolina Upstate, So. Carolina Upstate, Univ of South
  Carolina Upstate, South Car Upstate, Upstate | SCUP, UPST
South Dakota | Coyotes | S Dak, So. Dakota, South Dak | SDAK | of
South Dakota State | Jackrabbits | S Dakota State, S Dak State, So. Dakota State, SD State Jackrabbits, South Dak
  State, SDak State, South Dakota State Jacks | SDKST, SDST
Southeast Missouri State | Redhawks | SE Missouri State, SE Missouri, Southeast Missouri, SEMO, SE Mo State, Southeast
  Mo. St, S'east Missouri State, Southeast Mo, SE Mo | | | basketball: SE Missouri St Redhawks
Southeastern Louisiana | Lions | SE Louisiana, SELA, Southeast Louisiana, Southeastern La., SE La, S'eastern
  Louisiana, Southeast La, Southeastern, SE Louisiana U, SE Louis, SLU Lions | SELU | U | basketball: SE Louisiana
  Lions
Southern | Jaguars | Southern U, Southern University, Southern A&M, Southern (LA), Southern University A&M, Southern
  Baton Rouge, Southern BR,  | SOU, SUBR
Southern Indiana | Screaming Eagles | S Ind, Southern Ind, USI | | of
Southern Utah | Thunderbirds | S Ut | SUU | U
St. Francis Brooklyn | Terriers | St. Francis (BKN), St. Francis (NY), St. Francis College, St Francis Brklyn, St
  Francis (Bklyn) | SFBK, SFNY | | basketball: St. Francis BKN Terriers
St. Thomas | Tommies | St. Thomas (MN), St. Thomas Minnesota, St. Thomas (Minn.), University of St Thomas, St Thomas
  University | STMN, UST, STTHOM | | basketball: St. Thomas (MN) Tommies
Stephen F. Austin | Lumberjacks, Ladyjacks | SFA, Stephen F Austin State, S F Austin, SF Austin, Stephen Austin, SF
  Austin State, S F Austin St, Steph F Austin, Stephen F., S. Austin, Stephen F Aus | SFAU
Stetson | Hatters | | STET | U
Stonehill | Skyhawks | | STNH, STO | C
Stony Brook | Seawolves | SUNY Stony Brook, St Brook, S Brook, Stonybrook, Stony Brook NY | STBK, STON | U
Tarleton State | Texans | Tarleton, Tarleton St U | TAR, TARL
Tennessee State | Tigers | TN State | TNST
Tennessee Tech | Golden Eagles, Golden Eaglettes | TN Tech, TTU Golden Eagles | TNTC, TTEC
Tennessee-Martin | Skyhawks | UT Martin, TN Martin, University of Tennessee Martin, Tennessee Mart | UTM | | basketball:
  Tenn-Martin Skyhawks
Texas A&M-CC | Islanders | Texas A&M Corpus Christi, Texas A&M Corpus, A&M Corpus Christi, TAMU CC, Texas A&M Corpus
  Chris, A&M-CC, Tx A&M-CC, Tex A&M CC, Tex. A&M-Corpus Christi, TX A&M Corpus Christi, Texas AM Corpus Christi, Texas
  A&M C Christi, Corpus Christi, TAMCC, A&M-Corpus, Texas AM CC, Tex A&M-Corpus, A&M Corpus Chris, TAMUCC, Texas A&M CChristi, TAM C. Christi | AMCC
East Texas A&M | Lions | Texas A&M-Commerce, TAMU Commerce, E. Texas A&M, East Tex A&M, Texas AM Commerce, Tex A&M
  Commerce, TX A&M Commerce, A&M-Commerce, East TX A&M, ETAMU, Texas A&M Com, TAMC,  | ETAM, TAMUC
Texas Southern | Tigers | Tex Southern, TX Southern, Texas South | TXSO | U
The Citadel | Bulldogs | Citadel (SC) | CIT
Towson | Tigers | Towson State | TOW | U
UC Irvine | Anteaters | Cal Irvine, California Irvine, University of California Irvine, Calif Irvine,  | UCI
UC Riverside | Highlanders | Cal Riverside, California Riverside, University of California Riverside, Calif Riverside,  |
  UCR
UC San Diego | Tritons | Cal San Diego, UCSD, University of California San Diego, California San Diego
UC Santa Barbara | Gauchos | UCSB, Cal Santa Barbara, California Santa Barbara, Santa Barbara, University of California
  Santa Barbara, UC Santa Barb, UC S Barbara, UC St Barbara, S Barbara, Santa Barb
UMBC | Retrievers | Maryland Baltimore County, MD Baltimore County, Md.-Balt. County, Maryland BC, MD-Baltimore, Md
  Baltimore Cty, University of Maryland Baltimore County, Maryland Baltimore Co, MD Baltimore Co
UMKC | Kangaroos, Roos | Kansas City, Missouri Kansas City, Missouri KC, Mo.-Kansas City, University of Missouri Kansas
  City, Kansas City Roos, Mo.-KC, KC, UM Kansas City
UMass Lowell | River Hawks | Massachusetts Lowell, Mass.-Lowell, UML, MA Lowell, University of Massachusetts Lowell, U
  Mass Lowell, Lowell, UMass Lwl, UMass Low | UMASSL
UNC Asheville | Bulldogs | NC Asheville, North Carolina Asheville, Asheville, N Carolina Asheville | UNCA
UNC Greensboro | Spartans | NC Greensboro, North Carolina Greensboro, N Carolina Greensboro, UNC Greensb |
  UNCG
UNC Wilmington | Seahawks | NC Wilmington, North Carolina Wilmington, N Carolina Wilmington, UNC Wilm, UNC Wilmingt. | UNCW
UT Rio Grande Valley | Vaqueros | UTRGV, Texas Rio Grande Valley, Texas-Pan American, UT Rio Grande, Tex-Pan American,
  TX Rio Grande Valley, Rio Grande Valley, Texas-RGV, UT-RGV, UTPA, Texas Rio Grande, University of Texas Rio Grande
  Valley, UT Rio Grande Vlly, Tex-Rio Grande, TX-Pan American, RGV
UT-Arlington | Mavericks | Texas Arlington, Tex-Arlington, TX Arlington, University of Texas Arlington, Arlington |
  UTARL
Utah Tech | Trailblazers | Dixie State, Dixie, Utah Technical | UTU, UTTECH
Utah Valley | Wolverines | Utah Valley State, Utah Val | UVU | U
VMI | Keydets | Virginia Military, Va Military Institute, Virginia Military Inst
Vermont | Catamounts | | UVM | of
Wagner | Seahawks | | WAG, WAGN | C
Weber State | Wildcats | Weber, Weber St U | WEB
West Georgia | Wolves | W Ga | UWG, WGA | of
Western Carolina | Catamounts | W Car, W Caro, West Carolina, Western Car | WCU, WCAR | U
Western Illinois | Leathernecks | W Ill, West Illinois | WIU, WILL | U
William & Mary | Tribe | Wm & Mary, College of William & Mary, Will & Mary, W & M, William-Mary, Wm Mary | WM
Winthrop | Eagles | | WIN | U
Wofford | Terriers | | WOF | C
Wright State | Raiders | Wright St U, Wright | WRST
Yale | Bulldogs | | | U
Youngstown State | Penguins | Youngstown, Y'town State, Youngstown St U, Y-town State, Yngstwn State, Youngs St | YSU, YST
`);
