import type { LeagueTeams } from "@/server/catalogue/league-teams";

/** Teams of Korea's KBO League. */
export const kbo: LeagueTeams = {
  teams: {
    "Doosan Bears": ["Doosan", "Bears", "Doosan Bears Seoul", "DSB", "OB Bears", "Doo San Bears"],
    "Hanwha Eagles": ["Hanwha", "Eagles", "HAN Eagles", "Han Wha Eagles"],
    "KT Wiz": ["KT", "KT Wiz Suwon", "Suwon KT Wiz", "Wiz", "KT Wiz Baseball", "kt wiz Suwon Baseball"],
    "Kia Tigers": ["Kia", "Tigers", "Gwangju Kia Tigers"],
    "Kiwoom Heroes": ["Kiwoom", "Heroes", "Nexen Heroes", "Seoul Heroes", "KIW Heroes"],
    "LG Twins": ["LG", "Twins", "LG Twins Seoul"],
    "Lotte Giants": ["Lotte", "Giants", "LOT Giants", "Busan Lotte Giants"],
    "NC Dinos": ["NC", "Dinos", "Changwon NC Dinos"],
    "SSG Landers": ["SSG", "Landers", "SK Wyverns", "Incheon SSG Landers", "SK Wyverns Incheon"],
    "Samsung Lions": ["Samsung", "Lions", "SAM Lions", "Daegu Samsung Lions"],
  },
  codes: {
    DOO: "Doosan Bears",
    HAN: "Hanwha Eagles",
    HH: "Hanwha Eagles",
    HT: "Kia Tigers",
    KIW: "Kiwoom Heroes",
    KTW: "KT Wiz",
    LGT: "LG Twins",
    LOT: "Lotte Giants",
    LT: "Lotte Giants",
    NCD: "NC Dinos",
    OB: "Doosan Bears",
    SAM: "Samsung Lions",
    SK: "SSG Landers",
    SS: "Samsung Lions",
    WO: "Kiwoom Heroes",
  },
};
