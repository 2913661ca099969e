import { normalizeName } from "@/server/domain/catalogue/normalize-name";

/** Normalized texts that sources write instead of the name of a team that is not known yet. Each pattern covers the whole name. */
const placeholders: readonly RegExp[] = [
  // No name at all, or the word for a side.
  /|tbd|tba|tbc|unknown|unbekannt|none|null|undefined|n a|draw|tie|x|yes|no|over|under|\d+/,
  /(?:home|away)(?: (?:team|side|teams|goals))?|field|the field|any other(?: (?:club|team|player|fighter|side))?/,
  // "To be decided", in the languages of the covered leagues.
  /to be (?:determined|decided|announced|confirmed)|(?:por|a) (?:definir|definirse|decidir|determinar|confirmar|designar)/,
  /a (?:determiner|definir|confirmer|designer)|da (?:definire|determinare|confermare|stabilire)|(?:noch )?offen|noch unbekannt/,
  /(?:nog|nader) te bepalen|do ustalenia|belirlenecek|belli degil|bestams senare|ej klart|(?:ikke|ej) afgjort|ikke avgjort|avgjores|ukjent|okand|ukendt|tuntematon|bilinmiyor|nieznany|desconocido|desconhecido|inconnu|sconosciuto|onbekend/,
  // A side by its number or letter: "Team 2", "Fighter A", "Opponent TBA".
  /(?:team|club|player|fighter|boxer|opponent|nation|country|side) ?(?:[a-d]|\d{1,2}|tbd|tba|tbc)|(?:tbd|tba|tbc) (?:team|club|player|fighter|boxer|opponent)|(?:tbd|tba|tbc) ?\d{1,2}|mystery opponent/,
  // A seed or a qualifier: "16 Seed", "No. 1 Seed", "Qualifier 3".
  /(?:(?:no|number|top|the|north|south|east|west|midwest) )*(?:\d{1,2}(?:st|nd|rd|th)? )?seed(?: \d{1,2})?|(?:qualifier|qualifiers|lucky loser|wild ?card)(?: [a-h]| \d{1,2})?/,
  // A place in a group: "1st Group A", "3rd Group A/B/C", "A1", "1A", "Group B winner".
  /[a-h]\d|\d[a-h]|(?:(?:\d ?(?:st|nd|rd|th|er|eme|o|a)?|first|second|third|fourth|erster|zweiter|dritter|primero|segundo|tercero|premier|deuxieme|primo|secondo)(?: place(?:d)?| platz| lugar| in| of| de| del| du)* )(?:group|gruppe|grupo|groupe|girone|pool|poule|gruppo)(?: [a-l])+/,
  /(?:group|gruppe|grupo|groupe|girone|pool|poule|gruppo) [a-l] (?:\d(?:st|nd|rd|th)?|first|second|third|fourth|winners?|runners? up)(?: place)?/,
  // The winner or loser of another game: "W49", "Winner QF1", "Sieger HF1", "Loser of Game 3", "Semi-Final 1 winner".
  /(?:w|l|ru) ?\d{1,3}|(?:w|l) (?:of )?(?:match|game|sf|qf|m|g)? ?[a-z]?\d{1,3}/,
  /(?:winner|loser|runner up)(?: .*)?/,
  /(?:sieger|gewinner|verlierer|ganador|vencedor|perdedor|vainqueur|gagnant|perdant|vincente|vincitore|perdente|winnaar|verliezer|zwyciezca|vinner|vinnare|vinder|voittaja|kazanan)(?: (?:of|de|del|da|du|des|der|van|av|af|von)\b.*| (?:the |el |la |le |il |der |das )?(?:match|game|partido|partita|jogo|spiel|kamp|mecz|final|finale|finals|semi.*|demi.*|halb.*|cuartos.*|quart.*|viertel.*|hf|vf|sf|qf|gruppe|grupo|groupe|girone)\b.*| ?[a-z]{0,2}\d{1,3})?/,
  /(?:.* )?(?:final|finals|semi ?final|quarter ?final|semis?|match|game|series|play ?offs?|play ?in|wild ?card|round|conference|region|leg|bracket|tie|sf|qf|hf|vf) ?(?:[a-h]|\d{1,3})? (?:winners?|losers?|runners? up|champions?)/,
  /(?:semi|quarter)? ?finalists?(?: [a-h]| \d{1,2})?|best (?:second|third|runner up|2nd|3rd)(?: place(?:d)?)?(?: \d)?/,
];

/** One of two teams: "Barcelona or PSG". Lower case only, because "Or" is also short for Oregon. The Spanish "o" also stands in names. */
const eitherTeam = /\S (?:or|oder|ou) \S/;

/** "To be decided" in Japanese, Chinese and Korean. Compared before normalization, which takes Korean syllables apart. */
const undecidedInEastAsia = /^\s*(?:未定|未確定|待定|미정)\s*$/;

const placeholder = new RegExp(`^(?:${placeholders.map(({ source }) => source).join("|")})$`);

/** A part of the match, or a bet on something other than the winner, written after the team's name. */
const closing =
  /(?<!^)(?<!\S)(?:corners?|corner kicks|bookings?|(?:yellow|red|booking|total) cards?|offsides?|fouls|throw ins?|goal kicks?|shots|shots on (?:goal|target)|saves|tackles|penalties|penalty shoot ?out|shoot ?out|goals|half ?time|extra time|overtime|regular time|90 min(?:ute)?s|team total|specials|(?:1st|2nd|first|second) (?:half|quarter|period|set)|(?:to|will) (?:qualify|advance|progress|win|lift the (?:trophy|cup)|go through|score|be relegated|be promoted)(?: .*)?|mi temps|halbzeit|medio tiempo|primer tiempo|segundo tiempo|(?:1|2|1st|2nd) tempo|escanteios|tiros de esquina|saques de esquina|tarjetas|cartoes|cartellini|eckballe|ecken|karten|hornor|hjornespark|rzuty rozne|rohy|korneri|korner)$/;

/**
 * Like `closing`, for words that can also end a team's real name. These words count only after a bracket, colon or dash:
 * "Arsenal (Cards)".
 */
const setApart =
  /[([:–—-]\s*(?:cards?|games?|sets?|points|yellow|red|half|h\.?t\.?|e\.?t\.?|a\.?e\.?t\.?)\s*[)\]]?\s*$/i;

/** A match that is simulated or played as a video game. */
const simulated =
  /(?<!\S)(?:srl|simulated|simulation|simulacion|esports?|e sports?|esoccer|e soccer|ebasketball|e basketball|efootball|e football|e ?hockey|e ?cricket|cyber|virtual|virtuals|fifa|nba 2k\d*|2k\d\d|ea fc|fc 2[4-9]|pes 20\d\d|e ?bundesliga)(?!\S)/;

const simulatedApart = /[([]\s*(?:sim|e|srl|vr|cpu|ai)\.?\s*[)\]]/i;

/** Whether the name denotes no team, because the team is not known yet or because the source's entry is not a match. */
export const isPlaceholder = (name: string): boolean =>
  eitherTeam.test(name) || undecidedInEastAsia.test(name) || placeholder.test(normalizeName(name));

/**
 * Whether the name denotes a part of a match ("Arsenal first half"), a bet on something other than the winner ("Arsenal (Corners)") or a
 * simulated match ("Arsenal SRL"). Books list these as separate matches.
 */
export const isDerivedEvent = (name: string): boolean => {
  const normalized = normalizeName(name);
  return (
    closing.test(normalized) || simulated.test(normalized) || setApart.test(name) || simulatedApart.test(name)
  );
};
