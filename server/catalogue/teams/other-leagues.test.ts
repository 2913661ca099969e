import { expect, it } from "vitest";
import { resolutionIn, spellingCases } from "@/server/catalogue/teams/testing/resolution";

const spellings: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  americanfootball_cfl: {
    "BC Lions": ["British Columbia Lions", "B.C. Lions", "BC"],
    "Hamilton Tiger-Cats": ["Hamilton Tiger Cats", "Hamilton", "Hamilton Tigercats"],
    "Ottawa Redblacks": ["Ottawa RedBlacks", "Ottawa"],
    "Saskatchewan Roughriders": ["Saskatchewan", "SSK Roughriders"],
    "Montreal Alouettes": ["Montréal Alouettes", "Montreal"],
  },
  americanfootball_ufl: {
    "DC Defenders": ["D.C. Defenders"],
    "Dallas Renegades": ["Arlington Renegades"],
    "Houston Gamblers": ["Houston Roughnecks"],
    "St. Louis Battlehawks": ["St Louis Battlehawks", "STL"],
  },
  baseball_milb: {
    "Scranton/Wilkes-Barre RailRiders": [
      "Scranton/WB RailRiders",
      "Scranton Wilkes-Barre RailRiders",
      "SWB RailRiders",
    ],
    "St. Paul Saints": ["St Paul Saints", "Saint Paul Saints"],
    "Lehigh Valley IronPigs": ["Lehigh Valley Iron Pigs", "Lehigh Valley"],
    "Oklahoma City Comets": ["OKC Comets", "Oklahoma City Baseball Club"],
    "Worcester Red Sox": ["WooSox", "Worcester"],
  },
  basketball_euroleague: {
    "AS Monaco": ["Monaco", "AS Monaco Basket"],
    "ASVEL Lyon Villeurbanne": [
      "ASVEL",
      "LDLC ASVEL Villeurbanne",
      "Lyon-Villeurbanne",
      "ASVEL Villeurbanne",
    ],
    "Anadolu Efes": ["Anadolu Efes Istanbul", "Efes", "Anadolu Efes SK"],
    "FC Barcelona Bàsquet": ["Barcelona", "FC Barcelona", "FC Barcelona Basket", "Barcelona Basquet"],
    "FC Bayern München": ["Bayern Munich", "Bayern", "Bayern Munich Basket", "FC Bayern Munich"],
    "Fenerbahce SK": ["Fenerbahce", "Fenerbahce Beko Istanbul", "Fenerbahçe Beko", "Fenerbahce Istanbul"],
    "Hapoel Tel Aviv": ["Hapoel Tel-Aviv", "Hapoel IBI Tel Aviv"],
    "KK Crvena zvezda": [
      "Crvena Zvezda",
      "Red Star Belgrade",
      "Crvena Zvezda Meridianbet Belgrade",
      "Red Star",
    ],
    "KK Partizan NIS": ["Partizan", "Partizan Belgrade", "Partizan Mozzart Bet Belgrade", "KK Partizan"],
    "Maccabi Tel Aviv": ["Maccabi Tel-Aviv", "Maccabi Playtika Tel Aviv", "Maccabi Rapyd Tel Aviv"],
    Olympiacos: ["Olympiacos Piraeus", "Olympiakos", "Olympiacos BC"],
    "Pallacanestro Olimpia Milano": ["Olimpia Milano", "EA7 Emporio Armani Milan", "Armani Milano", "Milano"],
    Panathinaikos: ["Panathinaikos AKTOR Athens", "Panathinaikos BC", "Panathinaikos Athens"],
    "Paris Basketball": ["Paris", "Paris Basket"],
    "Real Madrid": ["Real Madrid Baloncesto", "R. Madrid"],
    "Saski Baskonia": ["Baskonia", "Kosner Baskonia", "Baskonia Vitoria-Gasteiz"],
    "Virtus Segafredo Bologna": ["Virtus Bologna", "Virtus Olidata Bologna", "Virtus"],
    Žalgiris: ["Zalgiris", "Zalgiris Kaunas", "BC Žalgiris", "Žalgiris Kaunas"],
  },
  cricket_big_bash: {
    "Melbourne Renegades": ["Melb Renegades", "Renegades"],
    "Sydney Thunder": ["Syd Thunder", "Thunder"],
  },
  cricket_caribbean_premier_league: {
    "Antigua and Barbuda Falcons": ["Antigua & Barbuda Falcons"],
    "Barbados Royals": ["Barbados Tridents"],
    "St Kitts and Nevis Patriots": ["St Kitts & Nevis Patriots", "St. Kitts and Nevis Patriots"],
    "St Lucia Kings": ["Saint Lucia Kings", "St. Lucia Kings", "St Lucia Zouks"],
    "Trinbago Knight Riders": ["TKR", "Trinidad & Tobago Knight Riders"],
  },
  cricket_ipl: {
    "Chennai Super Kings": ["CSK", "Chennai"],
    "Delhi Capitals": ["DC", "Delhi Daredevils"],
    "Punjab Kings": ["PBKS", "Kings XI Punjab"],
    "Royal Challengers Bangalore": ["Royal Challengers Bengaluru", "RCB", "RC Bengaluru"],
    "Sunrisers Hyderabad": ["SRH", "Hyderabad"],
  },
  cricket_psl: { "Islamabad United": ["Islamabad", "Islamabad Utd"], "Peshawar Zalmi": ["Peshawar"] },
  cricket_t20_blast: {
    "Birmingham Bears": ["Warwickshire", "Warwickshire Bears"],
    Hampshire: ["Hampshire Hawks", "Hants"],
    Northamptonshire: ["Northants Steelbacks", "Northants"],
    Nottinghamshire: ["Notts Outlaws", "Notts"],
    Yorkshire: ["Yorkshire Vikings"],
  },
  cricket_the_hundred: {
    "MI London": ["Oval Invincibles"],
    "Manchester Super Giants": ["Manchester Originals"],
    "Sunrisers Leeds": ["Northern Superchargers"],
  },
  handball_germany_bundesliga: {
    "Füchse Berlin": ["Fuechse Berlin", "Fuchse Berlin"],
    "Handball Sport Verein Hamburg": ["HSV Hamburg", "HSV Handball", "Hamburg"],
    "Rhein-Neckar Löwen": ["Rhein Neckar", "Rhein-Neckar Loewen", "RN Löwen", "Rhein-Neckar"],
    "SC DHfK Leipzig": ["DHfK Leipzig", "Leipzig"],
    "SG Flensburg-Handewitt": ["Flensburg", "Flensburg-Handewitt", "SG Flensburg"],
    "TBV Lemgo Lippe": ["Lemgo", "TBV Lemgo"],
    "THW Kiel": ["Kiel"],
    "TSV Hannover-Burgdorf": ["Hannover-Burgdorf", "Hannover", "Hanover-Burgdorf"],
    "VfL Gummersbach": ["Gummersbach"],
  },
  icehockey_ahl: {
    "Bridgeport Islanders": ["Bridgeport Sound Tigers"],
    "Hartford Wolf Pack": ["Hartford Wolfpack"],
    "Rockford IceHogs": ["Rockford Ice Hogs"],
    "W-B/Scranton Penguins": [
      "Wilkes-Barre/Scranton Penguins",
      "WBS Penguins",
      "Wilkes-Barre Scranton Penguins",
    ],
  },
  icehockey_liiga: {
    HIFK: ["HIFK Helsinki", "IFK Helsinki"],
    Ilves: ["Ilves Tampere", "Tampereen Ilves"],
    JYP: ["JYP Jyvaskyla", "JYP Jyväskylä"],
    KalPa: ["KalPa Kuopio"],
    Kärpät: ["Karpat", "Kärpät Oulu", "Oulun Karpat", "Karpat Oulu"],
    Lukko: ["Lukko Rauma", "Rauman Lukko"],
    Sport: ["Vaasan Sport", "Sport Vaasa"],
    TPS: ["TPS Turku", "HC TPS"],
    Tappara: ["Tappara Tampere"],
    Ässät: ["Assat", "Ässät Pori", "Porin Assat", "Assat Pori"],
    "Kiekko-Espoo": ["Kiekko Espoo", "K-Espoo"],
  },
  icehockey_mestis: {
    IPK: ["Iisalmen Peli-Karhut"],
    "Kiekko-Vantaa": ["K-Vantaa"],
    RoKi: ["RoKi Rovaniemi"],
  },
  icehockey_sweden_allsvenskan: {
    "IF Björklöven": ["Bjorkloven", "Björklöven"],
    "IF Troja-Ljungby": ["Troja Ljungby", "Troja-Ljungby"],
    "Västerås IK": ["Vasteras", "VIK Vasteras HK", "Västerås"],
    "Södertälje SK": ["Sodertalje", "Södertälje"],
    "Modo Hockey": ["MoDo", "Modo"],
  },
  icehockey_sweden_hockey_league: {
    "Brynäs IF": ["Brynas", "Brynas IF"],
    "Djurgårdens IF": ["Djurgarden", "Djurgarden IF", "Djurgården"],
    "Frölunda HC": ["Frolunda", "Frolunda Indians", "Frölunda"],
    "Färjestad BK": ["Farjestad", "Farjestads BK"],
    HV71: ["HV 71", "HV71 Jonkoping"],
    "Linköping HC": ["Linkoping", "Linkopings HC"],
    "Luleå HF": ["Lulea", "Lulea HF", "Luleå Hockey"],
    "Malmö Redhawks": ["Malmo", "Malmo Redhawks", "Malmö IF"],
    "Skellefteå AIK": ["Skelleftea", "Skelleftea AIK"],
    "Växjö Lakers": ["Vaxjo", "Vaxjo Lakers HC", "Växjö"],
    "Örebro HK": ["Orebro", "Orebro HK", "Örebro Hockey"],
  },
  lacrosse_pll: {
    "New York Atlas": ["Atlas LC", "Atlas"],
    "Utah Archers": ["Archers LC"],
    "Maryland Whipsnakes": ["Whipsnakes LC"],
  },
};

it.each(spellingCases(spellings))("in %s the name %s means %s", (sport, name, team) => {
  expect(resolutionIn(sport, name)).toEqual({ kind: "team", team });
});

it.each([
  ["basketball_euroleague", "Barcelona B"],
  ["basketball_euroleague", "Real Madrid B"],
  ["basketball_euroleague", "Partizani Tirana"],
  ["basketball_euroleague", "Hapoel Jerusalem"],
  ["basketball_euroleague", "Fortitudo Bologna"],
  ["icehockey_liiga", "Kärpät U20"],
  ["icehockey_liiga", "Karhu-Kissat"],
  ["icehockey_sweden_hockey_league", "Skellefteå AIK J20"],
  ["icehockey_sweden_hockey_league", "Frölunda HC U20"],
  ["icehockey_sweden_hockey_league", "Luleå HF Women"],
  ["icehockey_ahl", "Pittsburgh Penguins"],
  ["icehockey_ahl", "New York Islanders"],
  ["handball_germany_bundesliga", "Reinickendorfer Füchse II"],
  ["cricket_ipl", "Mumbai Indians Women"],
  ["cricket_big_bash", "Sydney Sixers Women"],
  ["baseball_milb", "Omaha Storm"],
  ["americanfootball_cfl", "Detroit Lions"],
])("in %s the name %s means no listed team", (sport, name) => {
  expect(resolutionIn(sport, name).kind).toBe("unknown");
});

it.each([
  ["basketball_euroleague", "Belgrade", ["KK Crvena zvezda", "KK Partizan NIS"]],
  ["basketball_euroleague", "Istanbul", ["Anadolu Efes", "Beşiktaş", "Fenerbahce SK"]],
  ["icehockey_liiga", "Tampere", ["Ilves", "KOOVEE", "Tappara"]],
  ["cricket_big_bash", "Sydney", ["Sydney Sixers", "Sydney Thunder"]],
  ["baseball_milb", "Columbus", ["Columbus Clingstones", "Columbus Clippers"]],
])("in %s the name %s could mean several teams", (sport, name, teams) => {
  expect(resolutionIn(sport, name)).toEqual({ kind: "ambiguous", teams });
});
