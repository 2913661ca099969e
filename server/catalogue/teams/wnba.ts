import { proLeague } from "@/server/catalogue/teams/pro-league";

/** The Women's National Basketball Association. */
export const wnba = proLeague([
  { name: "Atlanta Dream", places: ["Atlanta"], nicknames: ["Dream"], codes: ["ATL"] },
  { name: "Chicago Sky", places: ["Chicago"], nicknames: ["Sky"], codes: ["CHI"] },
  { name: "Connecticut Sun", places: ["Connecticut"], nicknames: ["Sun"], codes: ["CON", "CONN", "CT"] },
  { name: "Dallas Wings", places: ["Dallas"], nicknames: ["Wings"], codes: ["DAL"] },
  {
    name: "Golden State Valkyries",
    places: ["Golden State"],
    nicknames: ["Valkyries", "Valks"],
    codes: ["GSV", "GS"],
  },
  { name: "Indiana Fever", places: ["Indiana"], nicknames: ["Fever"], codes: ["IND"] },
  { name: "Las Vegas Aces", places: ["Las Vegas"], nicknames: ["Aces"], codes: ["LVA", "LV"] },
  { name: "Los Angeles Sparks", places: ["Los Angeles"], nicknames: ["Sparks"], codes: ["LAS", "LA"] },
  { name: "Minnesota Lynx", places: ["Minnesota"], nicknames: ["Lynx"], codes: ["MIN"] },
  { name: "New York Liberty", places: ["New York"], nicknames: ["Liberty"], codes: ["NYL", "NY"] },
  { name: "Phoenix Mercury", places: ["Phoenix"], nicknames: ["Mercury"], codes: ["PHX", "PHO"] },
  { name: "Portland Fire", places: ["Portland"], nicknames: ["Fire"], codes: ["POR", "PDX"] },
  { name: "Seattle Storm", places: ["Seattle"], nicknames: ["Storm"], codes: ["SEA"] },
  { name: "Toronto Tempo", places: ["Toronto"], nicknames: ["Tempo"], codes: ["TOR"] },
  { name: "Washington Mystics", places: ["Washington"], nicknames: ["Mystics"], codes: ["WAS", "WSH"] },
]);
