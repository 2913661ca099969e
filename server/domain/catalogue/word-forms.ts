/**
 * Each line has the forms of one word. The first form replaces the others. The replacements never make the names of two clubs of one
 * country equal.
 */
const forms = `
  antwerp antwerpen anvers
  athens athen athina
  atletico athletico atl
  basel basle bale
  belgrade beograd belgrado
  bern berne
  bruges brugge
  brunswick braunschweig
  bucharest bucuresti bukarest
  cologne koln
  copenhagen kobenhavn kopenhagen
  cracow krakow krakau
  deportivo dep
  dnipro dnepr
  dynamo dinamo
  geneva geneve genf
  ghent gent gand
  gothenburg goteborg
  kharkiv kharkov
  kyiv kiev kiew
  liege luik luttich
  lisbon lisboa lissabon
  lokomotiv lokomotive
  lviv lvov
  moscow moskva moskau
  munich munchen
  nuremberg nurnberg
  odesa odessa
  olympiakos olympiacos
  petersburg peterburg
  piraeus pireas
  prague praha prag
  saint st sankt
  shakhtar shakhtyor shakhter
  thessaloniki salonika saloniki
  tokyo tokio
  united utd
  vienna wien
  warsaw warszawa warschau
  zaragoza saragossa
`;

const firstForm: ReadonlyMap<string, string> = new Map(
  forms
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [first = "", ...others] = line.trim().split(" ");
      return others.map((other) => [other, first] as const);
    }),
);

/**
 * Sources write "ä" as "a" or "ae", "ö" as "o" or "oe", "ü" as "u" or "ue", and "å" as "a" or "aa". So in words of more than four letters,
 * "aa" becomes "a", and "ae", "oe" and "ue" lose the "e" unless a vowel follows.
 */
const withoutDigraphs = (word: string): string =>
  word.length > 4 ? word.replace(/(?<=[aou])e(?![aeiou])|(?<=a)a/g, "") : word;

/** Returns a normalized club name with each word in the form used for comparison: "fc muenchen" and "fc munich" become equal. */
export const foldWords = (normalized: string): string =>
  normalized
    .split(" ")
    .map((word) => {
      const plain = withoutDigraphs(word);
      return firstForm.get(plain) ?? firstForm.get(word) ?? plain;
    })
    .join(" ");
