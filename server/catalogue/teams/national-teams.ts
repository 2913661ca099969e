import type { LeagueTeams } from "@/server/catalogue/league-teams";

/** National teams that sources spell in several ways. */
export const nationalTeams: LeagueTeams = {
  teams: {
    "Bosnia & Herzegovina": ["Bosnia-Herzegovina", "Bosnia and Herz", "Bosnia", "Bosnia Herz."],
    "Cape Verde": ["Cabo Verde", "Cape Verde Islands"],
    Curaçao: [],
    "Czech Republic": ["Czechia"],
    "DR Congo": ["Congo DR", "Democratic Republic of the Congo", "Democratic Republic of Congo"],
    "Faroe Islands": ["Faroes"],
    Iran: ["IR Iran"],
    "Ivory Coast": ["Côte d'Ivoire"],
    Netherlands: ["Holland", "The Netherlands"],
    "New Zealand": [],
    "North Korea": ["Korea DPR", "DPR Korea"],
    "North Macedonia": ["Macedonia", "FYR Macedonia"],
    "Northern Ireland": ["N Ireland"],
    "Republic of Ireland": ["Rep of Ireland", "Rep. Ireland", "Ireland Republic", "Eire"],
    "Saudi Arabia": ["KSA"],
    "South Africa": [],
    "South Korea": ["Korea Republic", "Republic of Korea"],
    Turkey: ["Türkiye", "Turkiye"],
    USA: ["United States", "United States of America", "US"],
    "United Arab Emirates": ["UAE"],
  },
  shared: {
    Ireland: ["Northern Ireland", "Republic of Ireland"],
    Korea: ["North Korea", "South Korea"],
    Congo: ["Congo", "DR Congo"],
  },
};
