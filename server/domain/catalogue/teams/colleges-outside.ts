import { schoolTable } from "@/server/domain/catalogue/teams/school-table";

/* The columns: School | mascots | other names | codes | form of the full name: of, U or C | names per sport (see `School`) */

/** Schools that play in the first division in a single sport: lacrosse or baseball. */
export const singleSportColleges = schoolTable(`
Hobart | Statesmen | Hobart & William Smith, Hobart and William Smith | HOB, HWS | C
Johns Hopkins | Blue Jays | John Hopkins, J Hopkins, Hopkins | JHU | U
Dallas Baptist | Patriots | Dallas Bapt, D Baptist | DBU | U
`);

/** Schools outside the first division that share a first-division school's name. They are listed so that no name means the wrong school. */
export const namesakeColleges = schoolTable(`
Xavier (LA) | Gold Rush, Gold Nuggets | Xavier Louisiana, Xavier (Louisiana), Xavier University of Louisiana, Xavier New Orleans, Xavier (La.) | XULA
Loyola (LA) | Wolf Pack | Loyola New Orleans, Loyola University New Orleans, Loyola (New Orleans), Loyola NOLA, Loyola N.O., Loyola Louisiana | LOYNO
Saint Mary's (MD) | Seahawks | St. Mary's College of Maryland, St. Mary's Maryland | SMCM
Saint Mary's (MN) | Cardinals | St. Mary's Minnesota, Saint Mary's University of Minnesota
St. Mary's (TX) | Rattlers | St. Mary's Texas, St. Mary's University Texas, St. Mary's San Antonio
St. Thomas (TX) | Celts | St. Thomas Texas, St. Thomas Houston, University of St. Thomas Texas
St. Thomas (FL) | Bobcats | St. Thomas Florida, St. Thomas University Florida
St. Thomas Aquinas | Spartans | St. Thomas Aquinas College | STAC
St. Francis (IL) | Fighting Saints | St. Francis Illinois, University of St. Francis
St. Francis (IN) | Cougars | St. Francis Indiana, Saint Francis Fort Wayne
St. Joseph's (NY) | Bears | St. Joseph's Brooklyn, St. Joseph's New York
St. Joseph's (LI) | Golden Eagles | St. Joseph's Long Island
St. Joseph's (ME) | Monks | St. Joseph's Maine
St. Joseph (CT) | Blue Jays | Saint Joseph Connecticut, University of Saint Joseph
St. John's (MN) | Johnnies | St. John's Minnesota
St. John Fisher | Cardinals | St. John Fisher University
Miami Hamilton | Harriers | Miami University Hamilton, Miami (OH) Hamilton
Miami Middletown | ThunderHawks | Miami University Middletown, Miami (OH) Middletown
Charleston (WV) | Golden Eagles | University of Charleston, Charleston West Virginia, Charleston WV
Washington (MO) | Bears | Washington University in St. Louis, Washington U. St. Louis, WashU, Wash U | WUSTL
Washington (MD) | Shoremen, Shorewomen | Washington College
Washington & Jefferson | Presidents | Washington and Jefferson College
Washington & Lee | Generals | Washington and Lee University
Washington Adventist | Shock | Washington Adventist University
Northwestern (MN) | Eagles | Northwestern St. Paul, University of Northwestern, Northwestern Minnesota, Northwestern-St. Paul
Northwestern (IA) | Red Raiders | Northwestern Iowa, Northwestern College
Northwestern Ohio | Racers | University of Northwestern Ohio | UNOH
Northwestern Oklahoma State | Rangers | NW Oklahoma State, Northwestern Oklahoma | NWOSU
Southeastern (FL) | Fire | Southeastern University, Southeastern Florida
Southeastern Oklahoma State | Savage Storm | SE Oklahoma State, Southeastern Oklahoma | SOSU
Southwestern Oklahoma State | Bulldogs | SW Oklahoma State | SWOSU
Southern (NO) | Knights | Southern University New Orleans, Southern New Orleans | SUNO
Southern Connecticut State | Owls | Southern Conn. State, S Connecticut State | SCSU Owls
Southern Virginia | Knights | Southern Virginia University
Southern Wesleyan | Warriors | Southern Wesleyan University
Southern Nazarene | Crimson Storm | Southern Nazarene University
Southern Arkansas | Muleriders | Southern Arkansas University
Southern Oregon | Raiders | Southern Oregon University
Southern New Hampshire | Penmen | Southern New Hampshire University | SNHU
Eastern Connecticut State | Warriors | Eastern Connecticut, Eastern Conn. State | ECSU Warriors
Western Connecticut State | Wolves | Western Connecticut, Western Conn. State | WCSU
Western New Mexico | Mustangs | Western New Mexico University
Eastern New Mexico | Greyhounds | Eastern New Mexico University | ENMU
Eastern Oregon | Mountaineers | Eastern Oregon University
Western Oregon | Wolves | Western Oregon University
Western Washington | Vikings | Western Washington University | WWU
Central Washington | Wildcats | Central Washington University | CWU
Central Oklahoma | Bronchos | University of Central Oklahoma
Central Missouri | Mules, Jennies | University of Central Missouri
Central State (OH) | Marauders | Central State, Central State Ohio
Northern State (SD) | Wolves | Northern State, Northern State South Dakota
Northern Michigan | Wildcats | Northern Michigan University | NMU
Northern New Mexico | Eagles | Northern New Mexico College
West Florida | Argonauts, Argos | University of West Florida | UWF
West Alabama | Tigers | University of West Alabama | UWA
West Texas A&M | Buffaloes, Buffs, Lady Buffs | West Texas A & M, W Texas A&M | WTAMU
West Virginia State | Yellow Jackets | W Virginia State | WVSU
West Virginia Tech | Golden Bears | WVU Tech
West Virginia Wesleyan | Bobcats | W Virginia Wesleyan
Texas A&M-Kingsville | Javelinas | Texas A&M Kingsville, TAMU Kingsville | TAMUK
Texas A&M International | Dustdevils | Texas A&M Int'l | TAMIU
Texas A&M-San Antonio | Jaguars | Texas A&M San Antonio
Texas A&M-Texarkana | Eagles | Texas A&M Texarkana
Texas-Permian Basin | Falcons | UT Permian Basin, Texas Permian Basin | UTPB
Texas-Tyler | Patriots | UT Tyler, Texas Tyler, UT-Tyler
Texas-Dallas | Comets | UT Dallas, Texas Dallas | UTD
Texas Wesleyan | Rams | Texas Wesleyan University
Texas College | Steers | Texas College Steers
Texas Woman's | Pioneers | Texas Woman's University | TWU
Texas Lutheran | Bulldogs | Texas Lutheran University
Virginia State | Trojans | Virginia State University
Virginia Union | Panthers | Virginia Union University | VUU
Virginia-Wise | Cavaliers | UVA Wise, Virginia Wise, UVA-Wise
Virginia Wesleyan | Marlins | Virginia Wesleyan University
Virginia-Lynchburg | Dragons | Virginia University of Lynchburg, Virginia Lynchburg | VUL
Kentucky State | Thorobreds | Kentucky State University
Kentucky Wesleyan | Panthers | Kentucky Wesleyan College
Tennessee Wesleyan | Bulldogs | Tennessee Wesleyan University
Tennessee Southern | Firehawks | University of Tennessee Southern, UT Southern
Florida Tech | Panthers | Florida Institute of Technology
Florida Southern | Moccasins | Florida Southern College
Florida Memorial | Lions | Florida Memorial University
Florida National | Conquistadors | Florida National University
Florida College | Falcons | Florida College Falcons
Georgia College | Bobcats | Georgia College & State
Georgia Southwestern | Hurricanes | Georgia Southwestern State
Alabama-Huntsville | Chargers | UAH, Alabama Huntsville, Alabama in Huntsville
Arkansas Tech | Wonder Boys, Golden Suns | Arkansas Tech University
Arkansas-Fort Smith | Lions | Arkansas Fort Smith, UA Fort Smith
Arkansas-Monticello | Boll Weevils | Arkansas Monticello, UA Monticello
Arkansas Baptist | Buffaloes | Arkansas Baptist College
Mississippi College | Choctaws | Mississippi College Choctaws
Missouri S&T | Miners | Missouri Science & Technology, Missouri-Rolla
Missouri Southern | Lions | Missouri Southern State
Missouri Western | Griffons | Missouri Western State
Missouri-St. Louis | Tritons | Missouri St. Louis, UMSL
Missouri Baptist | Spartans | Missouri Baptist University
Minnesota State | Mavericks | Minnesota State Mankato, Mankato State, Minnesota State-Mankato
Minnesota-Duluth | Bulldogs | Minnesota Duluth, UMD Bulldogs
Minnesota-Crookston | Golden Eagles | Minnesota Crookston
Minnesota-Morris | Cougars | Minnesota Morris
Michigan Tech | Huskies | Michigan Technological University
Michigan-Dearborn | Wolverines | Michigan Dearborn, UM Dearborn
Nebraska-Kearney | Lopers | Nebraska Kearney | UNK
Nebraska Wesleyan | Prairie Wolves | Nebraska Wesleyan University
Illinois Tech | Scarlet Hawks | Illinois Institute of Technology | IIT
Illinois Wesleyan | Titans | Illinois Wesleyan University
Illinois-Springfield | Prairie Stars | Illinois Springfield | UIS
Illinois College | Blueboys | Illinois College Blueboys
Indiana (PA) | Crimson Hawks | Indiana Pennsylvania, Indiana University of Pennsylvania | IUP
Indiana Wesleyan | Wildcats | Indiana Wesleyan University
Indiana Tech | Warriors | Indiana Tech Warriors
Indiana-Southeast | Grenadiers | IU Southeast, Indiana Southeast
Indiana-South Bend | Titans | IU South Bend, Indiana South Bend
Indiana-Northwest | RedHawks | IU Northwest, Indiana Northwest
Purdue Northwest | Pride | Purdue-Northwest, Purdue NW | PNW
Iowa Wesleyan | Tigers | Iowa Wesleyan University
Kansas Wesleyan | Coyotes | Kansas Wesleyan University
Oklahoma City | Stars | Oklahoma City University
Oklahoma Baptist | Bison | Oklahoma Baptist University
Oklahoma Christian | Eagles | Oklahoma Christian University
Oklahoma Panhandle State | Aggies | Oklahoma Panhandle
Ohio Wesleyan | Battling Bishops | Ohio Wesleyan University
Ohio Northern | Polar Bears | Ohio Northern University
Ohio Christian | Trailblazers | Ohio Christian University
Ohio Valley | Fighting Scots | Ohio Valley University
Oregon Tech | Owls | Oregon Institute of Technology
Pacific (OR) | Boxers | Pacific Oregon, Pacific University Oregon, Pacific University (OR)
Pacific Lutheran | Lutes | Pacific Lutheran University
Fresno Pacific | Sunbirds | Fresno Pacific University
Point Loma | Sea Lions | Point Loma Nazarene
San Diego Christian | Hawks | San Diego Christian College
San Francisco State | Gators | San Francisco St, SF State | SFSU
California (PA) | Vulcans | California Pennsylvania, California University of Pennsylvania, Cal U (PA), PennWest California
Cal Maritime | Keelhaulers | California Maritime, Cal Maritime Academy
Cal Lutheran | Kingsmen, Regals | California Lutheran, California Lutheran University
Cal State Los Angeles | Golden Eagles | Cal State LA, Cal State L.A., CSULA, CSU Los Angeles
Cal State San Bernardino | Coyotes | CSU San Bernardino | CSUSB
Cal State Dominguez Hills | Toros | CSU Dominguez Hills | CSUDH
Cal State East Bay | Pioneers | CSU East Bay, Cal State Hayward
Cal State Monterey Bay | Otters | CSU Monterey Bay | CSUMB
Cal State San Marcos | Cougars | CSU San Marcos | CSUSM
Cal State Stanislaus | Warriors | Stanislaus State, CSU Stanislaus
Cal State Chico | Wildcats | Chico State, CSU Chico
Cal Poly Pomona | Broncos | Cal Poly-Pomona | CPP
Cal Poly Humboldt | Lumberjacks | Humboldt State, Humboldt
UC Merced | Golden Bobcats | UC-Merced, California Merced
UC Santa Cruz | Banana Slugs | UC-Santa Cruz, California Santa Cruz | UCSC
Penn State Behrend | Lions | Penn State-Behrend, Penn State Erie
Penn State Altoona | Lions | Penn State-Altoona
Penn State Harrisburg | Lions | Penn State-Harrisburg
Penn State Abington | Lions | Penn State-Abington
Penn State Berks | Lions | Penn State-Berks
Penn State York | Lions | Penn State-York
Pittsburgh-Johnstown | Mountain Cats | Pittsburgh Johnstown, Pitt-Johnstown, Pitt Johnstown
Pittsburgh-Bradford | Panthers | Pittsburgh Bradford, Pitt-Bradford, Pitt Bradford
Pittsburgh-Greensburg | Bobcats | Pittsburgh Greensburg, Pitt-Greensburg, Pitt Greensburg
Rutgers-Camden | Scarlet Raptors | Rutgers Camden
Rutgers-Newark | Scarlet Raiders | Rutgers Newark
UMass Boston | Beacons | Massachusetts Boston, UMass-Boston
UMass Dartmouth | Corsairs | Massachusetts Dartmouth, UMass-Dartmouth
Maine-Fort Kent | Bengals | Maine Fort Kent
Maine-Farmington | Beavers | Maine Farmington
Maine-Presque Isle | Owls | Maine Presque Isle
Maine Maritime | Mariners | Maine Maritime Academy
Wisconsin-La Crosse | Eagles | Wisconsin La Crosse, UW-La Crosse
Wisconsin-Parkside | Rangers | Wisconsin Parkside, UW-Parkside
Wisconsin-Oshkosh | Titans | Wisconsin Oshkosh, UW-Oshkosh
Wisconsin-Platteville | Pioneers | Wisconsin Platteville, UW-Platteville
Wisconsin-Whitewater | Warhawks | Wisconsin Whitewater, UW-Whitewater
Wisconsin-Eau Claire | Blugolds | Wisconsin Eau Claire, UW-Eau Claire
Wisconsin-Stevens Point | Pointers | Wisconsin Stevens Point, UW-Stevens Point
Wisconsin-River Falls | Falcons | Wisconsin River Falls, UW-River Falls
Wisconsin-Stout | Blue Devils | Wisconsin Stout, UW-Stout
Wisconsin-Superior | Yellowjackets | Wisconsin Superior, UW-Superior
Wisconsin Lutheran | Warriors | Wisconsin Lutheran College
Columbia (MO) | Cougars | Columbia College Missouri, Columbia College, Columbia Missouri
Columbia (SC) | Koalas | Columbia South Carolina
Columbia International | Rams | Columbia International University
North Carolina Wesleyan | Battling Bishops | NC Wesleyan, N.C. Wesleyan
North Carolina-Pembroke | Braves | UNC Pembroke, North Carolina Pembroke | UNCP
South Carolina Aiken | Pacers | USC Aiken, South Carolina-Aiken
South Carolina Beaufort | Sand Sharks | USC Beaufort, South Carolina-Beaufort
South Carolina-Sumter | Fire Ants | USC Sumter
South Carolina-Union | Bantams | USC Union
Louisiana College | Wildcats | Louisiana Christian, Louisiana Christian University
LSU-Alexandria | Generals | LSU Alexandria, Louisiana State Alexandria | LSUA
LSU-Shreveport | Pilots | LSU Shreveport, Louisiana State Shreveport | LSUS
LSU-Eunice | Bengals | LSU Eunice
Lincoln Memorial | Railsplitters | Lincoln Memorial University
Bryant & Stratton | Bobcats | Bryant and Stratton, Bryant & Stratton College
Howard Payne | Yellow Jackets | Howard Payne University
Union (KY) | Bulldogs | Union Kentucky
Union (TN) | Bulldogs | Union Tennessee
Houston-Victoria | Jaguars | UHV, Houston Victoria
Houston-Downtown | Gators | UHD, Houston Downtown
Metro State | Roadrunners | MSU Denver, Metropolitan State Denver, Metro State Denver
Colorado-Colorado Springs | Mountain Lions | Colorado Colorado Springs, UC Colorado Springs | UCCS
Colorado Mesa | Mavericks | Colorado Mesa University
Colorado Christian | Cougars | Colorado Christian University
Colorado College | Tigers | Colorado College Tigers
Colorado Mines | Orediggers | Colorado School of Mines
CSU Pueblo | ThunderWolves | Colorado State Pueblo, Colorado State-Pueblo, CSU-Pueblo
Montana Tech | Orediggers | Montana Tech Orediggers
Montana State-Billings | Yellowjackets | Montana State Billings, MSU Billings
Montana State-Northern | Lights | Montana State Northern, MSU-Northern
Montana Western | Bulldogs | University of Montana Western
New Mexico Highlands | Cowboys | New Mexico Highlands University
Utah State-Eastern | Eagles | Utah State Eastern, USU Eastern
BYU-Hawaii | Seasiders | BYU Hawaii, Brigham Young Hawaii
Hawaii-Hilo | Vulcans | Hawaii Hilo, Hawai'i Hilo | UHH
Hawaii Pacific | Sharks | Hawai'i Pacific, Hawaii Pacific University | HPU Sharks
Alaska Anchorage | Seawolves | Alaska-Anchorage | UAA
Alaska Fairbanks | Nanooks | Alaska-Fairbanks | UAF
Delaware Valley | Aggies | Delaware Valley University
Holy Names | Hawks | Holy Names University
Queens (NY) | Knights | Queens College, Queens New York, Queens College NY
Johnson & Wales | Wildcats | Johnson and Wales
Trinity Washington | Tigers | Trinity (DC)
Saint Augustine's | Falcons | St. Augustine's
`);
