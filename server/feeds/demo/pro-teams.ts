/** A team of the simulator: the name that matching gives it, and its parts where its name has a place and a nickname. */
export type DemoTeam = { readonly name: string; readonly place?: string; readonly nickname?: string };

/** "Place / Nickname" on each line. */
const franchises = (lines: string): DemoTeam[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [place = "", nickname = ""] = line.trim().split(" / ");
      return { name: `${place} ${nickname}`, place, nickname };
    });

export const nflTeams = franchises(`
  Arizona / Cardinals
  Atlanta / Falcons
  Baltimore / Ravens
  Buffalo / Bills
  Carolina / Panthers
  Chicago / Bears
  Cincinnati / Bengals
  Cleveland / Browns
  Dallas / Cowboys
  Denver / Broncos
  Detroit / Lions
  Green Bay / Packers
  Houston / Texans
  Indianapolis / Colts
  Jacksonville / Jaguars
  Kansas City / Chiefs
  Las Vegas / Raiders
  Los Angeles / Chargers
  Los Angeles / Rams
  Miami / Dolphins
  Minnesota / Vikings
  New England / Patriots
  New Orleans / Saints
  New York / Giants
  New York / Jets
  Philadelphia / Eagles
  Pittsburgh / Steelers
  San Francisco / 49ers
  Seattle / Seahawks
  Tampa Bay / Buccaneers
  Tennessee / Titans
  Washington / Commanders`);

export const nbaTeams = franchises(`
  Atlanta / Hawks
  Boston / Celtics
  Brooklyn / Nets
  Charlotte / Hornets
  Chicago / Bulls
  Cleveland / Cavaliers
  Dallas / Mavericks
  Denver / Nuggets
  Detroit / Pistons
  Golden State / Warriors
  Houston / Rockets
  Indiana / Pacers
  Los Angeles / Clippers
  Los Angeles / Lakers
  Memphis / Grizzlies
  Miami / Heat
  Milwaukee / Bucks
  Minnesota / Timberwolves
  New Orleans / Pelicans
  New York / Knicks
  Oklahoma City / Thunder
  Orlando / Magic
  Philadelphia / 76ers
  Phoenix / Suns
  Portland / Trail Blazers
  Sacramento / Kings
  San Antonio / Spurs
  Toronto / Raptors
  Utah / Jazz
  Washington / Wizards`);

export const nhlTeams = franchises(`
  Anaheim / Ducks
  Boston / Bruins
  Buffalo / Sabres
  Calgary / Flames
  Carolina / Hurricanes
  Chicago / Blackhawks
  Colorado / Avalanche
  Columbus / Blue Jackets
  Dallas / Stars
  Detroit / Red Wings
  Edmonton / Oilers
  Florida / Panthers
  Los Angeles / Kings
  Minnesota / Wild
  Montréal / Canadiens
  Nashville / Predators
  New Jersey / Devils
  New York / Islanders
  New York / Rangers
  Ottawa / Senators
  Philadelphia / Flyers
  Pittsburgh / Penguins
  San Jose / Sharks
  Seattle / Kraken
  St Louis / Blues
  Tampa Bay / Lightning
  Toronto / Maple Leafs
  Vancouver / Canucks
  Vegas / Golden Knights
  Washington / Capitals
  Winnipeg / Jets
  Utah / Mammoth`);

export const mlbTeams = franchises(`
  Arizona / Diamondbacks
  Atlanta / Braves
  Baltimore / Orioles
  Boston / Red Sox
  Chicago / Cubs
  Chicago / White Sox
  Cincinnati / Reds
  Cleveland / Guardians
  Colorado / Rockies
  Detroit / Tigers
  Houston / Astros
  Kansas City / Royals
  Los Angeles / Angels
  Los Angeles / Dodgers
  Miami / Marlins
  Milwaukee / Brewers
  Minnesota / Twins
  New York / Mets
  New York / Yankees
  Philadelphia / Phillies
  Pittsburgh / Pirates
  San Diego / Padres
  San Francisco / Giants
  Seattle / Mariners
  St. Louis / Cardinals
  Tampa Bay / Rays
  Texas / Rangers
  Toronto / Blue Jays`);

export const wnbaTeams = franchises(`
  Atlanta / Dream
  Chicago / Sky
  Connecticut / Sun
  Dallas / Wings
  Golden State / Valkyries
  Indiana / Fever
  Las Vegas / Aces
  Los Angeles / Sparks
  Minnesota / Lynx
  New York / Liberty
  Phoenix / Mercury
  Seattle / Storm`);

export const cflTeams = franchises(`
  BC / Lions
  Calgary / Stampeders
  Edmonton / Elks
  Hamilton / Tiger-Cats
  Montreal / Alouettes
  Ottawa / Redblacks
  Saskatchewan / Roughriders
  Toronto / Argonauts`);
