import { expect, it } from "vitest";
import { resolutionIn } from "@/server/domain/catalogue/teams/testing/resolution";

it.each([
  ["soccer_argentina_primera_division", "Independiente del Valle"],
  ["soccer_argentina_primera_division", "Estudiantes Caseros"],
  ["soccer_argentina_primera_division", "Estudiantes de Buenos Aires"],
  ["soccer_argentina_primera_division", "Estudiantes de Merida"],
  ["soccer_argentina_primera_division", "Talleres Remedios"],
  ["soccer_argentina_primera_division", "Talleres de Remedios de Escalada"],
  ["soccer_argentina_primera_division", "Racing de Cordoba"],
  ["soccer_argentina_primera_division", "Racing Montevideo"],
  ["soccer_argentina_primera_division", "River Plate (Uru)"],
  ["soccer_argentina_primera_division", "San Martin de Tucuman"],
  ["soccer_argentina_primera_division", "Gimnasia de Jujuy"],
  ["soccer_argentina_primera_division", "Central Cordoba de Rosario"],
  ["soccer_argentina_primera_division", "Boca Unidos"],
  ["soccer_brazil_campeonato", "Botafogo PB"],
  ["soccer_brazil_campeonato", "Flamengo PI"],
  ["soccer_brazil_campeonato", "Vitória Guimarães"],
  ["soccer_brazil_campeonato", "Vitória SC Guimarães"],
  ["soccer_brazil_campeonato", "Vitoria Setubal"],
  ["soccer_brazil_campeonato", "America RN"],
  ["soccer_brazil_campeonato", "América de Cali"],
  ["soccer_brazil_campeonato", "Santos Laguna"],
  ["soccer_brazil_campeonato", "Santos AP"],
  ["soccer_brazil_campeonato", "Sport Huancayo"],
  ["soccer_brazil_campeonato", "Sao Paulo RS"],
  ["soccer_brazil_campeonato", "Fortaleza CEIF"],
  ["soccer_brazil_campeonato", "Internacional de Limeira"],
  ["soccer_brazil_serie_b", "Botafogo PB"],
  ["soccer_brazil_serie_b", "Athletic Bilbao"],
  ["soccer_chile_campeonato", "Everton Liverpool"],
  ["soccer_chile_campeonato", "Montevideo Wanderers"],
  ["soccer_chile_campeonato", "Universidad Católica (ECU)"],
  ["soccer_chile_campeonato", "Rangers Talca"],
  ["soccer_mexico_ligamx", "América de Cali"],
  ["soccer_mexico_ligamx", "América Mineiro"],
  ["soccer_mexico_ligamx", "Pumas Tabasco"],
  ["soccer_mexico_ligamx", "Tigres Femenil"],
  ["soccer_mexico_ligamx", "América Femenil"],
  ["soccer_mexico_ligamx", "Santos FC SP"],
  ["soccer_mexico_ligamx", "Leones Negros"],
  ["soccer_mexico_ligamx", "Cultural Leonesa"],
  ["soccer_mexico_ligamx", "Atlético Nacional"],
  ["soccer_conmebol_copa_libertadores", "Barcelona de Atuntaqui"],
  ["soccer_conmebol_copa_libertadores", "Everton Liverpool"],
  ["soccer_conmebol_copa_libertadores", "Guarani Campinas"],
  ["soccer_conmebol_copa_libertadores", "Independiente Chivilcoy"],
  ["soccer_conmebol_copa_sudamericana", "Universitario de Sucre"],
])("in %s the name %s means no listed club", (sport, name) => {
  expect(resolutionIn(sport, name)).toMatchObject({ kind: "unknown" });
});

it.each([
  ["soccer_argentina_primera_division", "Gimnasia", ["Gimnasia La Plata", "Gimnasia Mendoza"]],
  ["soccer_chile_campeonato", "Concepción", ["Deportes Concepción", "Universidad de Concepción"]],
  ["soccer_conmebol_copa_sudamericana", "Racing", ["Racing Club", "Racing Montevideo"]],
  [
    "soccer_brazil_campeonato",
    "Atlético",
    ["Atletico Goianiense", "Atletico Mineiro", "Atletico Paranaense"],
  ],
  [
    "soccer_conmebol_copa_libertadores",
    "Nacional",
    [
      "Atlético Nacional S.A",
      "El Nacional",
      "Nacional Asunción",
      "Nacional Potosí",
      "Nacional de Montevideo",
    ],
  ],
  [
    "soccer_conmebol_copa_sudamericana",
    "U. Catolica",
    ["Universidad Católica (CHI)", "Universidad Católica (ECU)"],
  ],
])("in %s the name %s could mean several clubs", (sport, name, teams) => {
  expect(resolutionIn(sport, name)).toEqual({ kind: "ambiguous", teams });
});

it.each([
  ["soccer_brazil_campeonato", "Botafogo SP", "Botafogo SP"],
  ["soccer_conmebol_copa_libertadores", "Nacional Asuncion", "Nacional Asunción"],
  ["soccer_conmebol_copa_libertadores", "El Nacional", "El Nacional"],
  ["soccer_conmebol_copa_libertadores", "Racing Montevideo", "Racing Montevideo"],
  ["soccer_conmebol_copa_libertadores", "América de Cali", "América de Cali"],
  ["soccer_conmebol_copa_libertadores", "Guarani", "Guaraní"],
  ["soccer_conmebol_copa_libertadores", "Independiente Rivadavia", "Independiente Rivadavia"],
])("in %s the name %s means %s, not its namesake", (sport, name, team) => {
  expect(resolutionIn(sport, name)).toEqual({ kind: "team", team });
});
