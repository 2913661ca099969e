import { normalizeName } from "@/server/catalogue/normalize-name";

/** Texts that sources write instead of a team's name. */
const placeholder =
  /^(?:|tbd|tba|tbc|to be (?:determined|decided|announced|confirmed)|unknown|none|null|undefined|n a|home|away|draw|tie|x|yes|no|over|under|field|the field|any other|home (?:team|side|teams|goals)|away (?:team|side|teams|goals)|(?:team|player|opponent) ?(?:[a-d]|\d{1,2})|(?:winner|loser|runner up|w|l)(?: of)? (?:match |game |group |semi ?final |quarter ?final |sf|qf|m|g)? ?[a-z]?\d{0,3}|(?:winner|loser|runner up) .*|[a-h]\d|\d+)$/;

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
export const isPlaceholder = (name: string): boolean => placeholder.test(normalizeName(name));

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
