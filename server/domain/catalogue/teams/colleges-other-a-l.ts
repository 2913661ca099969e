import { schoolTable } from "@/server/domain/catalogue/teams/school-table";

/* The columns: School | mascots | other names | codes | form of the full name: of, U or C | names per sport (see `School`) */

/** The schools of the first division outside the major and mid-major conferences, A to L. */
export const otherCollegesAToL = schoolTable(`
Abilene Christian | Wildcats | Abilene Chrstn, Abilene Chr, Abil Christian, Abilene, A Christian, Abilene Christn,
  Abilene Ch, Ab Christian | ACU | U
Alabama A&M | Bulldogs | Alabama AM, AL A&M | AAMU, ALAM | U
Alabama State | Hornets | AL State, Bama State | ALST, BAMAST
Albany | Great Danes | UAlbany, Albany NY, SUNY Albany, University at Albany, Albany University, U Albany | ALB, UALB
Alcorn State | Braves | Alcorn, Alcorn St U | ALCN, ALCOR
American | Eagles | American U, American Univ., American (DC), American University DC | AMER | U
Arkansas-Little Rock | Trojans | Little Rock, UALR, AR Little Rock, University of Arkansas Little Rock, UA Little Rock,
  Little Rock Trojans, Arkansas LR, Arkansas Little Rck | LR
Arkansas-Pine Bluff | Golden Lions | Pine Bluff, AR Pine Bluff, Arkansas PB, UA Pine Bluff | UAPB, ARPB
Austin Peay | Governors | Austin Peay State, A Peay, Aus Peay | APSU, PEAY | U
Bellarmine | Knights | | BELL | U
Bethune-Cookman | Wildcats | Bethune, Beth-Cookman, Beth Cook, B-Cookman, Bethune-Ck, B-CU | BCU, BCOOK, COOK | U
Binghamton | Bearcats | SUNY Binghamton, Bing, Binghamton NY | | U
Boston University | Terriers | Boston U | BOSU, BOSTU | | basketball: Boston Univ. Terriers
Brown | Bears | | BRWN, BRN | U
Bryant | Bulldogs | | BRY | U
Bucknell | Bison | | BUCK | U
Cal Baptist | Lancers | California Baptist, Calif Baptist, CA Baptist, California Bapt, California Baptist University,
  Cal Bapt, Cal Bap | CBU, CABAP
Cal Poly | Mustangs | Cal Poly SLO, Cal Poly San Luis Obispo, California Polytechnic, Cal Poly St, California Poly,
  CalPoly | POLY, CP
Cal State Bakersfield | Roadrunners | CSU Bakersfield, CS Bakersfield, Bakersfield, Cal-Bakersfield, CSU Bkrsfld,
  California State Bakersfield | CSUB | | basketball: CSU Bakersfield Roadrunners
Cal State Fullerton | Titans | CSU Fullerton, CS Fullerton, Fullerton, Cal-Fullerton, California State Fullerton,
  Fullerton State | CSUF | | basketball: CSU Fullerton Titans
Cal State Northridge | Matadors | CSU Northridge, CS Northridge, Northridge, CSUN, Cal-Northridge, California State
  Northridge, CSU North | | | basketball: CSU Northridge Matadors
Campbell | Fighting Camels, Camels | | CAMP, CAM | U
Canisius | Golden Griffins, Griffins | Canisius College, Canisius Griffs | CAN | U
Central Arkansas | Bears, Sugar Bears | Cent Arkansas, C Arkansas, Cntrl Arkansas, Ctrl Arkansas | UCA, CARK | of
Central Connecticut | Blue Devils | Central Connecticut State, Cent Connecticut, Cent Conn St, C Connecticut State, C
  Connecticut, Central Ct St, Cntrl Connecticut St | CCSU | | basketball: Central Connecticut St Blue Devils
Charleston | Cougars | College of Charleston, Col of Charleston, Coll Charleston, C of C, C of Charleston, Coll of
  Charleston, College Charleston, Col Charleston, Charleston (SC), Charleston College, College of Charlesto,
  Charleston Coll | COFC, CHS
Charleston Southern | Buccaneers | Charl Southern, Charleston Sou, Chas Southern, Charleston Sthn | CHSO | U
Chattanooga | Mocs | UT Chattanooga, Tennessee Chattanooga, UTC, TN Chattanooga, University of Tennessee Chattanooga,
  Chatt | CHAT
Chicago State | Cougars | Chicago St U, Chi State | CHIC, CHST
Cleveland State | Vikings | Cleveland St U, Cleve State, Clev State | CLEV, CLST, CLE
Colgate | Raiders | | COLG | U
Columbia | Lions | Columbia (NY) | CLMB, COLU | U
Coppin State | Eagles | Coppin St U, Coppin | COPP
Cornell | Big Red | | COR, CORN | U
Dartmouth | Big Green | | DART | C
Delaware State | Hornets | Del State, Delaware St U | DSU, DEST
Denver | Pioneers | Denver U | DEN | of
Detroit Mercy | Titans | Detroit, Detroit U, University of Detroit Mercy, Detroit Mercy U, UDM, Det Mercy, Detroit Merc. | DET, DETM
Drexel | Dragons | | DREX | U
East Tennessee State | Buccaneers | ETSU, E Tennessee St, East Tennessee, E. Tennessee, East Tn State | | | basketball:
  East Tennessee St Buccaneers
Eastern Illinois | Panthers | E Ill, East Illinois | EIU | U
Eastern Kentucky | Colonels | E Ky, East Kentucky | EKU | U
Eastern Washington | Eagles | E Wash, East Washington | EWU | U
Elon | Phoenix | | | U
Fairfield | Stags | | FAIR | U
Fairleigh Dickinson | Knights | FDU, F Dickinson, Fair Dickinson, Fairleigh, Fair Dick, Fairleigh D, Farleigh Dickinson, Fairleigh D'son | | U
Florida A&M | Rattlers | Florida AM, FAMU, FL A&M | | U
Florida Gulf Coast | Eagles | FGCU, FL Gulf Coast, FL Gulf Cst, Florida Gulf, FLA Gulf Cst, F Gulf Coast | |
  U
Fort Wayne | Mastodons | Purdue Fort Wayne, IPFW, PFW, IUPU Fort Wayne, Purdue Ft Wayne, Ft. Wayne, IU-PU Fort Wayne,
  IUPUFW, Indiana-Purdue Fort Wayne, P Fort Wayne, Purdue FW, IU-Fort Wayne
Furman | Paladins | | FUR | U
Gardner-Webb | Bulldogs, Runnin' Bulldogs | Gard-Webb, Gardner W, G Webb | GWEB | U
Grambling State | Tigers | Grambling, Grambling St U | GRAM
Green Bay | Phoenix | Wisconsin Green Bay, Wis.-Green Bay, Wisc-Green Bay, UW Green Bay, UWGB, WI Green Bay, Univ of
  Wisconsin Green Bay | GB
Hampton | Pirates, Lady Pirates | | HAMP | U
Hartford | Hawks | | HART | of
Harvard | Crimson | | HARV | U
High Point | Panthers | Highpoint, Hi Point | HPU, HP | U
Hofstra | Pride | | HOF | U
Holy Cross | Crusaders | College of the Holy Cross, H Cross | HC
Houston Christian | Huskies | Houston Baptist, HCU, Hou Christian, Houston Chr, Houston Chrstn, Hou Baptist, Houston
  Bap, H Christian, Houston Baptist University | HBU | U
Howard | Bison | | HOW | U
IU Indianapolis | Jaguars | IUPUI, IU Indy, Indiana-Purdue Indianapolis, Indiana Purdue, Indiana University
  Indianapolis, Indiana Indianapolis, IUPU Indianapolis, IU Indpls | IUIN, IUPU | | basketball: IUPUI Jaguars
Idaho | Vandals | | IDHO, IDA | of
Idaho State | Bengals | Idaho St U | IDST
Incarnate Word | Cardinals | UIW, Inc Word, University of the Incarnate Word, I Word, Incarnate Wd, Incarn Word | IW
Iona | Gaels | Iona College | | U
Jackson State | Tigers | Jackson St U | JKST, JACST
Jacksonville | Dolphins | J'ville, Jacksonville (FL), JU | JAC, JAX | U
LIU | Sharks, Blackbirds | Long Island, Long Island University, LIU Brooklyn, Long Island Brooklyn, Long Island U, Long
  Isl, L Island, LIU Bklyn
Lafayette | Leopards | Lafayette Coll | LAF | C
Lamar | Cardinals | | LAM | U
Le Moyne | Dolphins | LeMoyne | LEM | C
Lehigh | Mountain Hawks | | LEH | U
Lindenwood | Lions | Lindenwood (MO) | LIN, LIND | U
Lipscomb | Bisons | Lipscomb Bison | LIP | U
Long Beach State | 49ers, Beach, The Beach | LBSU, Cal State Long Beach, CSU Long Beach, Long Beach, CS Long Beach, LB
  State, Long Beach St U, Long Bch State, L Beach State, California State Long Beach, Dirtbags, Longbeach State | CSULB
Longwood | Lancers | | LONG | U
Loyola Maryland | Greyhounds | Loyola (MD), Loyola University Maryland, Loyola College, Loyola Baltimore, Loy Maryland,
  Loyola College (MD) | LOYMD, LMD, L-MD | | basketball: Loyola (MD) Greyhounds
`);
