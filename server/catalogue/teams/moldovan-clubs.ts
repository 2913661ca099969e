import type { LeagueTeams } from "@/server/catalogue/league-teams";

/** Clubs of Moldova that play in UEFA competitions. */
export const moldovanClubs: LeagueTeams = {
  teams: {
    Bălți: ["FC Balti", "CSF Balti", "CSM Balti"],
    "Dacia Buiucani": ["CSF Dacia Buiucani"],
    "Dinamo-Auto": ["Dinamo-Auto Tiraspol", "FC Dinamo-Auto"],
    Florești: ["FC Floresti"],
    "Milsami Orhei": ["Milsami", "FC Milsami", "FC Milsami Orhei", "M. Orhei"],
    "Petrocub Hîncești": [
      "Petrocub",
      "FC Petrocub",
      "CS Petrocub",
      "CS Petrocub Hincesti",
      "FC Petrocub Hincesti",
      "Petrocub Hancesti",
    ],
    "Politehnica UTM": ["Politehnica UTM Chisinau"],
    "Sfîntul Gheorghe": [
      "FC Sfintul Gheorghe",
      "Sf. Gheorghe Suruceni",
      "Sfantul Gheorghe Suruceni",
      "FC Sf. Gheorghe",
    ],
    "Sheriff Tiraspol": [
      "Sheriff",
      "FC Sheriff",
      "FC Sheriff Tiraspol",
      "Sheriff T.",
      "FK Sheriff",
      "Sherif Tiraspol",
      "Tiraspol",
      "FK Sheriff Tiraspol",
      "Шериф",
    ],
    "Spartanii Selemet": [
      "Spartanii Sportul",
      "CS Spartanii Selemet",
      "Spartanii",
      "Spartanii Sportul Selemet",
    ],
    "Zimbru Chișinău": ["Zimbru", "FC Zimbru", "FC Zimbru Chisinau", "Zimbru Ch.", "Z. Chisinau"],
  },
};
