import { describe, expect, it } from "vitest";
import { squadMarks } from "@/server/domain/catalogue/squad-marks";

describe("squadMarks", () => {
  it.each([
    ["Arsenal Women", "women"],
    ["Arsenal (W)", "women"],
    ["Arsenal W", "women"],
    ["Arsenal W FC", "women"],
    ["Chelsea Ladies", "women"],
    ["Tottenham WFC", "women"],
    ["Lionesses", "women"],
    ["Oklahoma State Cowgirls", "women"],
    ["Central Arkansas Sugar Bears", "women"],
    ["Atlético Madrid Femenino", "women"],
    ["Paris Saint Germain Féminines", "women"],
    ["1. FC Köln Frauen", "women"],
    ["Real Sociedad B", "reserve"],
    ["Bayern Munich II", "reserve"],
    ["Leicester City Reserves", "reserve"],
    ["Jong Ajax", "reserve"],
    ["LAFC 2", "reserve"],
    ["Juventus Next Gen", "reserve"],
    ["England U21", "u21"],
    ["England U-21", "u21"],
    ["Spain Under 19", "u19"],
    ["England U19 Women", "u19 women"],
    ["Tigres Femenil", "women"],
    ["Ajax Vrouwen", "women"],
    ["PSV (V)", "women"],
    ["Fenerbahçe Kadın", "women"],
    ["Hammarby Dam", "women"],
    ["Slavia Praha Ženy", "women"],
    ["Flamengo U20W", "u20 women"],
    ["Boca Juniors Reserva", "reserve"],
    ["Jong PSV", "reserve"],
    ["Bayern Amateure", "reserve"],
    ["Barcelona Juvenil", "youth"],
    ["Flamengo Sub-20", "u20"],
    ["Saint-Étienne Espoirs", "youth"],
    ["Barcelona Futsal", "futsal"],
    ["Portugal Beach Soccer", "beach"],
    ["Liverpool Legends", "legends"],
  ])("the squad marks of %j are %j", (name, expected) => {
    expect(squadMarks(name)).toBe(expected);
  });

  it.each(["Orix B.", "Barcelona B.", "Real Sociedad B."])("the shortened word in %j is no mark", (name) => {
    expect(squadMarks(name)).toBe("");
  });

  it.each([
    "Arsenal",
    "B. Dortmund",
    "B 93 Copenhagen",
    "W Bromwich",
    "Willem II",
    "Schalke 04",
    "Hannover 96",
    "TSV 1860 München",
    "Union Berlin",
    "Young Boys",
    "Young Africans",
    "Termalica B-B.",
    "ADC Juan Pablo II College",
    "B 1909",
    "B36 Tórshavn",
    "Mainz 05",
    "U. de Chile",
    "U Cluj",
    "Gençlerbirliği",
    "Atletico Junior",
    "Notre Dame",
    "Long Beach State",
    "Primavera",
    "Boca Juniors",
    "constructor",
    "",
    "W",
  ])("the name %j has no squad marks", (name) => {
    expect(squadMarks(name)).toBe("");
  });
});
