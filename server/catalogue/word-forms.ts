/** Forms of one word in several languages and abbreviations, the first of which stands for all. None names two clubs of a country. */
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

/** Sources write "ö" as "o" or as "oe"; names are compared without the "e", and "å" without the second "a". */
const withoutDigraphs = (word: string): string =>
  word.length > 4 ? word.replace(/(?<=[aou])e(?![aeiou])|(?<=a)a/g, "") : word;

/** A normalized name of a club with each word in the form in which it is compared: "fc muenchen" and "fc munich" are one. */
export const foldWords = (normalized: string): string =>
  normalized
    .split(" ")
    .map((word) => {
      const plain = withoutDigraphs(word);
      return firstForm.get(plain) ?? firstForm.get(word) ?? plain;
    })
    .join(" ");
