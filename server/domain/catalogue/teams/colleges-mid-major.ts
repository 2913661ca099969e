import { schoolTable } from "@/server/domain/catalogue/teams/school-table";

/* The columns: School | mascots | other names | codes | form of the full name: of, U or C | names per sport (see `School`) */

/** The conferences Pac-12, Mountain West, American, Sun Belt, MAC, Conference USA, Atlantic 10, West Coast and Missouri Valley. */
export const midMajorColleges = schoolTable(`
Boise State | Broncos | | BSU, BOIS, BOISE
Colorado State | Rams | | COLOST, CSURAMS
Fresno State | Bulldogs | Cal State Fresno, Fresno, Fresno St U | FRES
Gonzaga | Bulldogs | Zags, Gonzaga Zags | GONZ, ZAGA | U
Oregon State | Beavers | Ore State | ORST, OREST
San Diego State | Aztecs | SD State, San Diego St U, SDiego State, S Diego State
Texas State | Bobcats | Texas St-San Marcos, Tex State, TX State, SW Texas State, Southwest Texas State | TXST
Utah State | Aggies | | USU, UTST
Washington State | Cougars, Cougs | Wazzu, Wash St U | WSTATE, WAST, WASHST
Air Force | Falcons | Air Force Academy, US Air Force Academy, USAFA, Airforce | AFA, AF
Grand Canyon | Antelopes, Lopes | G Canyon, Gr Canyon, Grand Canyon Lopes | GCU | U
Hawaii | Rainbow Warriors, Warriors, Rainbow Wahine | University of Hawaii, Hawaii Manoa, U of Hawaii, Hawaii Rainbows
  | HAW | | basketball: Hawai'i Rainbow Warriors
Nevada | Wolf Pack, Wolfpack | Nevada Reno, University of Nevada Reno | NEV, UNR | of
New Mexico | Lobos | N Mexico, New Mex | UNM, NMEX | of
Northern Illinois | Huskies | No. Illinois, N Ill | NIU | U
San Jose State | Spartans | San Jose St U, SJ State, Cal State San Jose, S Jose St | SJSU | | basketball: San José St Spartans
UC Davis | Aggies | Cal Davis, California Davis, University of California Davis, Calif Davis | UCD
UNLV | Rebels, Runnin' Rebels, Lady Rebels | Nevada Las Vegas, Las Vegas, University of Nevada Las Vegas, Nevada-LV
UTEP | Miners | Texas El Paso, UT El Paso, University of Texas El Paso, TX El Paso
Wyoming | Cowboys, Cowgirls | | WYO | of
Army | Black Knights, Knights | Army West Point, US Military Academy, Army WP, Army Cadets,  | USMA | | basketball: Army
  Knights
Charlotte | 49ers, Forty Niners | UNC Charlotte, N.C. Charlotte, North Carolina Charlotte, Charlotte Forty Niners,
  University of North Carolina Charlotte, Charlotte U | CLT, CHAR, UNCC
East Carolina | Pirates | E Car, ECarolina | ECU | U
Florida Atlantic | Owls | Fla Atl, FL Atlantic, F Atlantic | FAU | U
Memphis | Tigers | Memphis State, Memphis U | MEM | of
Navy | Midshipmen | Naval Academy, US Naval Academy, USNA, Navy Mids
North Texas | Mean Green | N Tex, No. Texas, North Tex, North Texas St | UNT, NTEX | of
Rice | Owls | | | U
South Florida | Bulls | So. Florida, S Fla, SFlorida | USF | of
Temple | Owls | | TEM, TEMP | U
Tulane | Green Wave | | TULN, TUL | U
Tulsa | Golden Hurricane | Tulsa U, Tulsa Golden Hurricanes, Tulsa Hurricane, Tulsa Hurricanes | TLSA | of
UAB | Blazers | Alabama Birmingham, University of Alabama Birmingham, AL Birmingham, Birmingham, Alabama at Birmingham
UTSA | Roadrunners | Texas San Antonio, UT San Antonio, University of Texas San Antonio, TX San Antonio, Tex San Antonio
Wichita State | Shockers | Wichita, Wichita St U, Wichitastate | WICH
Appalachian State | Mountaineers | App State, Appalachian, Appy State, Appalachian St U, Appalachian Mountaineers, ASU
  Mountaineers, Appal St, Appal State | APP, APPST
Arkansas State | Red Wolves | Arkansas St U | ARST, ARKST
Coastal Carolina | Chanticleers | Coastal, Coastal Car, Coast Carolina, C Carolina, Coastal C, Coastal Carolina Chants
  | CCU, CCAR | U
Georgia Southern | Eagles | | GASO | U
Georgia State | Panthers | Georgia St U | GAST
James Madison | Dukes | J Madison, Jas Madison, James Mad | JMU | U
Louisiana | Ragin' Cajuns | Louisiana Lafayette, UL Lafayette, La Lafayette, Louisiana-Laf, ULL, Univ of Louisiana
  Lafayette, Louisiana Ragin Cajuns, UL | LAL | of | football: Louisiana Ragin Cajuns
Louisiana Tech | Bulldogs, Lady Techsters | La Tech, Louisiana Tech U | LT, LATECH
Marshall | Thundering Herd | Marshall Herd | MRSH | U
Old Dominion | Monarchs | Old Dom, O Dominion | ODU | U
South Alabama | Jaguars | So. Alabama, S Ala, SAlabama | USA | of
Southern Miss | Golden Eagles, Lady Eagles | Southern Mississippi, S. Mississippi, University of Southern Mississippi, S Miss, Sou
  Miss, Southern Ms | USM | | football: Southern Mississippi Golden Eagles
Troy | Trojans | Troy State | | U
UL Monroe | Warhawks | Louisiana Monroe, ULM, La Monroe, University of Louisiana Monroe, Northeast Louisiana
Akron | Zips | | AKR | of
Ball State | Cardinals | Ball St U | BALL
Bowling Green | Falcons | Bowling Green State, B Green, Bowl Green, Bowling Green U, BG, Bowling Grn | BGSU
Buffalo | Bulls | University at Buffalo, University of Buffalo, SUNY Buffalo, UB, Buffalo U | BUFF, BUF
Central Michigan | Chippewas | Cent Michigan, C Mich, Ctrl Michigan, Cntrl Michigan | CMU | U
Eastern Michigan | Eagles | E Mich, East Michigan | EMU | U
Kent State | Golden Flashes | Kent, Kent St U, Kent State Flashes
Massachusetts | Minutemen, Minutewomen | UMass, U Mass, Mass, UMass Amherst, Massachusetts Amherst | | of | football:
  UMass Minutemen
Miami (OH) | RedHawks, Red Hawks | Miami Ohio, Miami O, Miami of Ohio, Miami of OH, Miami University (OH), Miami
  University Ohio, Miami University Redhawks, M-Ohio | M-OH, MOH, MIOH, MIAOH
Ohio | Bobcats | Ohio U, Ohio Univ.
Toledo | Rockets | | TOL | of
Western Michigan | Broncos | W Mich, West Michigan | WMU | U
Delaware | Blue Hens | Fightin' Blue Hens, Delaware Fightin' Blue Hens | DEL | of
Florida International | Panthers, Golden Panthers | FIU, Florida Int'l, FL International, Florida Int, F International,
  FL Int'l, Florida Intl Golden, Florida Internat'l | | U | basketball: Florida Int'l Golden Panthers
Jacksonville State | Gamecocks | Jax State, J'ville State, Jacksonville St U | JVST, JXST
Kennesaw State | Owls | Kennesaw, Kennesaw St U, Kenn State | KENN, KENNST
Liberty | Flames | | LIB | U
Middle Tennessee | Blue Raiders, Lady Raiders | Middle Tennessee State, Mid Tennessee, Mid Tenn State, M Tennessee State, M Tennessee,
  MTSU, Middle Tennessee St U | MTU, MTEN
Missouri State | Bears | SW Missouri State, Southwest Missouri State, Mo State, Southwest Missouri | MOST, MOSU
New Mexico State | Aggies | N Mexico State, New Mex State, NM State | NMST, NMSU
Sam Houston | Bearkats | Sam Houston State, SHSU, S Houston State, Sam Houston St U, Sam Hous | SAMH | | basketball: Sam
  Houston St Bearkats; football: Sam Houston State Bearkats
Western Kentucky | Hilltoppers, Lady Toppers | W Ky, West Kentucky, W Kent | WKU | U
Davidson | Wildcats | | DAV | C
Dayton | Flyers | Dayton U | DAY | of
Duquesne | Dukes | | DUQ | U
Fordham | Rams | | FOR | U
George Mason | Patriots | G Mason, Geo Mason | GMU | U
George Washington | Revolutionaries, Colonials | GW, Geo Washington, G Washington, George Washington U | GWU | U |
  basketball: GW Revolutionaries
La Salle | Explorers | LaSalle | LAS | U
Loyola Chicago | Ramblers | Loyola (Chi), Loyola IL, Loyola Illinois, Loyola University Chicago, Loyola U Chicago, Loy
  Chicago, Loyola of Chicago, Loy Chi | LUC, LOYCHI | | basketball: Loyola (Chi) Ramblers
Rhode Island | Rams | R Island, Rhode Isl, Rhody | URI | of
Richmond | Spiders | Richmond U | RICH | of
Saint Joseph's | Hawks | St. Joseph's (PA), St Josephs Philadelphia, St Joes, St Joseph, St Joseph's University, SJU
  (PA) | JOES, STJOES
Saint Louis | Billikens | St. Louis University, St. Louis U, St Louis (MO), Saintlouis | SLU
St. Bonaventure | Bonnies | St Bona, St Bonnies, St. Bonaventure NY, St Bonavent | BONA, SBON | U
VCU | Rams | Virginia Commonwealth, Virginia Commonwealth University, Virginia Comm.
Loyola Marymount | Lions | LMU, Loyola Mary, LMU (CA), Loyola (CA), L Marymount, Loyola MM, Loy Marymount, Loyola
  Marymnt, Loyola Marymount (CA), Loyola Mymt | | U
Pacific | Tigers | Pacific (CA), University of the Pacific, University of Pacific, Pacific University CA, U of
  Pacific, Pacific U (CA), Pacific U | UOP, PAC
Pepperdine | Waves | | PEPP | U
Portland | Pilots | Portland U | PORT | of
Saint Mary's | Gaels | Saint Mary's (CA), St Mary's College, St. Mary's California, Saint Marys Cal, St Mary's College
  of California, St Mary Cal, St Mary CA, Saint Marys Gaels | SMC, STMC
San Diego | Toreros | U San Diego, San Diego U, S Diego, San Diego (CA) | USDT | of
San Francisco | Dons | San Fran, S Francisco, SF Dons, San Francisco U | SFRAN, SF | of
Santa Clara | Broncos | S Clara, Sta Clara | SCU | U
Seattle | Redhawks | Seattle U, Seattle University, SeattleU | SEAU, SEA
Belmont | Bruins | | BEL | U
Bradley | Braves | | BRAD | U
Drake | Bulldogs | | DRKE | U
Evansville | Purple Aces, Aces | Evansville Aces | EVAN | of
Illinois State | Redbirds | Illinois St U | ILST, ILSU
Indiana State | Sycamores | Ind State, Indiana St U | INST, INDST
Murray State | Racers | Murray, Murray St U | MURR, MUST, MUR
Northern Iowa | Panthers | N Ia, No. Iowa, Northern Ia | UNI | of
Southern Illinois | Salukis | S Ill, Southern Illinois Carbondale, SIU Carbondale | SIU, SILL | U
UIC | Flames | Illinois Chicago, University of Illinois Chicago, IL Chicago, Univ of Illinois at Chicago, Illinois at
  Chicago, Ill-Chi
Valparaiso | Beacons, Crusaders | Valpo | VALP, VAL | U
`);
