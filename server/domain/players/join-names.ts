import { getOrInsert, groupBy } from "@/server/domain/collections";
import type { Name } from "@/server/domain/players/list-names";
import type { PlayerReading } from "@/server/domain/players/read-player";
import { isTeamTag } from "@/server/domain/players/team-tags";

/*
 * A name is shorter than another if it says less: it has initials or the beginning of the given name, or lacks the tag. A shorter name fits
 * every fuller name that it may stand for. It is joined to the player whom it fits only if it fits no other player. More names can only
 * add fits. So a name that is joined once is never joined to another player later: it keeps its player or becomes a player of its own.
 */

const minGivenPrefix = 3;
const maxGivenPrefix = 12;
const minSurname = 2;
const maxInitials = 3;

/** The players of all names that may be meant by one short form. */
type Fit = {
  /** The only player so far. */
  player: Node | undefined;
  /** False: the fit rules out other players, but is too weak for a join. */
  isSure: boolean;
  isSeveral: boolean;
};
type Link = { readonly fit: Fit; readonly isDoubtful: boolean };

type Node = {
  readonly name: Name;
  readonly weight: number;
  /** The fits of the short forms that this name is. */
  readonly asShorter: Link[];
  /** The fits of the short forms that may mean this name. Only forms that some name is. */
  readonly asFuller: Link[];
  /** The players of the names with the same letters and without a tag. */
  readonly withoutTag: Fit[];
  isApart: boolean;
  /** Whether the same name without a tag is another player. Then every form that may mean this name has two fits. */
  hasNamesake: boolean;
  /** The fullest name of the player. */
  player: Node;
};

const createNode = (name: Name): Node => {
  const letters = Math.max(...name.readings.map((reading) => reading.letters.length));
  const node: Omit<Node, "player"> & { player?: Node } = {
    name,
    weight: letters * 2 + (name.tag === "" ? 0 : 1),
    asShorter: [],
    asFuller: [],
    withoutTag: [],
    isApart: name.isOneOfSeveral,
    hasNamesake: false,
  };
  node.player = node as Node;
  return node as Node;
};

/** The ways to write a full name shorter, as pairs of given name and surname. */
const shorterForms = (full: PlayerReading) => {
  const forms: { given: string; surname: string; isDoubtful: boolean; needsInitials: boolean }[] = [];
  const { given, surname, tokens } = full;
  if (tokens.length < 2) return forms;
  const add = (given: string, surname: string, isDoubtful: boolean, needsInitials = false): void => {
    if (surname.length >= minSurname) forms.push({ given, surname, isDoubtful, needsInitials });
  };
  if (given.length > 1) add(given.slice(0, 1), surname, false);
  for (let length = minGivenPrefix; length < Math.min(given.length, maxGivenPrefix + 1); length += 1)
    add(given.slice(0, length), surname, false);
  // "K. Towns" leaves doubt: it means "Karl Anthony Towns" only if Anthony is a given name, not part of the surname. "D. Smith" never means
  // "Dorian Finney-Smith".
  const lastCut = tokens.length - full.lastWordTokens;
  for (let cut = 1; cut <= lastCut; cut += 1) {
    const rest = tokens.slice(cut).join("");
    if (rest !== surname) add(given.slice(0, 1), rest, true);
  }
  for (let count = 2; count <= Math.min(maxInitials, tokens.length - 1); count += 1) {
    const first = tokens.slice(0, count).map((token) => token[0] ?? "");
    add(first.join(""), tokens.slice(count).join(""), false, true);
  }
  return forms;
};

/** The fits of one short form: for names without a tag, and by the tag of the fuller names. */
type Form = { all: Fit | undefined; readonly ofTag: Map<string, Fit> };

type NameIndex = {
  /** Surname -> given name and suffix -> the fits. Forms of several initials are filed apart. */
  readonly bySurname: Map<string, Map<string, Form>>;
  /** All letters and suffix -> the fits of a name without a tag. */
  readonly byLetters: Map<string, { readonly fit: Fit; readonly players: Fit }>;
  readonly fits: Fit[];
};

const formKey = (given: string, suffix: string, needsInitials: boolean): string =>
  `${needsInitials ? "." : ""}${given}|${suffix}`;
const lettersKey = ({ letters, tokens, suffix }: PlayerReading): string =>
  `${tokens.length === 1 ? "." : ""}${letters}|${suffix}`;

/** The work on so many names takes about 2 ms. */
const namesPerStep = 100;

/** Files a name under the short forms that it is. */
const indexNode = (node: Node, { bySurname, byLetters, fits }: NameIndex): void => {
  const createFit = (): Fit => {
    const fit: Fit = { player: undefined, isSure: false, isSeveral: false };
    fits.push(fit);
    return fit;
  };
  const { tag } = node.name;
  const fileIn = (form: Form): void => {
    if (tag === "") {
      form.all ??= createFit();
      node.asShorter.push({ fit: form.all, isDoubtful: false });
      return;
    }
    for (const ofTag of [tag, ""]) {
      const fit = getOrInsert(form.ofTag, ofTag, createFit);
      node.asShorter.push({ fit, isDoubtful: ofTag === "" && !isTeamTag(tag) });
    }
  };
  for (const reading of node.name.readings) {
    const { letters, tokens, given, surname, suffix, givenIsInitials } = reading;
    if (letters === "") continue;
    if (tag === "") {
      const key = lettersKey(reading);
      const entry = getOrInsert(byLetters, key, () => ({ fit: createFit(), players: createFit() }));
      node.asShorter.push({ fit: entry.fit, isDoubtful: false });
      node.withoutTag.push(entry.players);
    }
    if (tokens.length < 2) continue;
    const ofSurname = getOrInsert(bySurname, surname, () => new Map<string, Form>());
    for (const needsInitials of givenIsInitials ? [false, true] : [false]) {
      const key = formKey(given, suffix, needsInitials);
      const form = getOrInsert(ofSurname, key, () => ({ all: undefined, ofTag: new Map<string, Fit>() }));
      fileIn(form);
    }
  }
};

/** Links a name with the short forms that may mean it. */
const linkShorter = (full: Node, { bySurname, byLetters }: NameIndex): void => {
  const { tag, tagIsReadable } = full.name;
  const hidesTag = tag !== "" && !tagIsReadable;
  for (const reading of full.name.readings) {
    const { suffix } = reading;
    if (tag !== "") {
      const entry = byLetters.get(lettersKey(reading));
      if (entry !== undefined) {
        full.asFuller.push({ fit: entry.fit, isDoubtful: hidesTag });
        full.withoutTag.push(entry.players);
      }
    }
    for (const { given, surname, isDoubtful, needsInitials } of shorterForms(reading)) {
      const ofSurname = bySurname.get(surname);
      if (ofSurname === undefined) continue;
      // Initials without a suffix may stand for a name with a suffix, but are not joined to it.
      for (const ofSuffix of suffix === "" ? [""] : [suffix, ""]) {
        const form = ofSurname.get(formKey(given, ofSuffix, needsInitials));
        const isWeak = isDoubtful || ofSuffix !== suffix;
        const ofTag = form?.ofTag.get(tag);
        if (ofTag !== undefined) full.asFuller.push({ fit: ofTag, isDoubtful: isWeak });
        if (form?.all !== undefined) full.asFuller.push({ fit: form.all, isDoubtful: isWeak || hidesTag });
      }
    }
  }
};

const addFit = (fit: Fit, player: Node, isDoubtful: boolean): void => {
  if (fit.player !== undefined && fit.player !== player) fit.isSeveral = true;
  fit.player ??= player;
  fit.isSure ||= !isDoubtful;
};

/** Finds the only player whom a name fits. All fuller names have their players. */
const findPlayer = ({ name, asShorter, isApart }: Node): Node | undefined => {
  if (isApart) return undefined;
  const found: Fit = { player: undefined, isSure: false, isSeveral: false };
  for (const { fit, isDoubtful } of asShorter) {
    if (fit.isSeveral) return undefined;
    if (fit.player === undefined) continue;
    const { tag } = fit.player.name;
    if (name.tag !== "" && tag !== "" && name.tag !== tag) return undefined;
    addFit(found, fit.player, isDoubtful || !fit.isSure);
  }
  return found.isSeveral || !found.isSure ? undefined : found.player;
};

/** Names of equal weight do not fit each other, so all of them get their players before any of them is a fit. */
const assignEqual = (nodes: readonly Node[]): void => {
  for (const node of nodes) node.player = findPlayer(node) ?? node;
  for (const { player, asFuller, hasNamesake } of nodes)
    for (const { fit, isDoubtful } of asFuller) {
      addFit(fit, player, isDoubtful);
      fit.isSeveral ||= hasNamesake;
    }
};

/** Assigns every name its player. `nodes` are sorted, the fullest first. */
function* assignPlayers(nodes: readonly Node[], { fits }: NameIndex): Generator<void, void> {
  for (const fit of fits) {
    fit.player = undefined;
    fit.isSure = false;
    fit.isSeveral = false;
  }
  let equal: Node[] = [];
  for (const [position, node] of nodes.entries()) {
    if (position % namesPerStep === 0) yield;
    if (equal[0] !== undefined && equal[0].weight !== node.weight) {
      assignEqual(equal);
      equal = [];
    }
    equal.push(node);
  }
  assignEqual(equal);
}

const groupByPlayer = (nodes: readonly Node[]): Map<Node, Node[]> => {
  const groups = groupBy(nodes, (node) => node.player);
  return groups;
};

/** Sets names apart that cannot be one player, although each fits the fullest name: a book lists two of them, or their tags differ. */
const setApart = (player: Node, group: readonly Node[]): boolean => {
  const byBook = new Map<number, Node[]>();
  for (const node of group)
    for (const book of node.name.books) {
      getOrInsert(byBook, book, () => []).push(node);
    }
  const conflicting = [...byBook.values()].filter((listed) => listed.length > 1).flat();
  const tagged = group.filter(({ name }) => name.tag !== "");
  if (new Set(tagged.map(({ name }) => name.tag)).size > 1) conflicting.push(...tagged);
  const apart = conflicting.filter((node) => node !== player);
  for (const node of apart) node.isApart = true;
  return apart.length > 0;
};

/**
 * Sets a name with a tag apart if the same name without a tag is another player, whom the tag may mean as well.
 * @returns whether this changes the fits.
 */
function* setTaggedApart(nodes: readonly Node[]): Generator<void, boolean> {
  for (const { name, player, withoutTag } of nodes)
    if (name.tag === "") for (const players of withoutTag) addFit(players, player, false);
  yield;
  let hasChanged = false;
  for (const node of nodes) {
    if (node.name.tag === "" || node.hasNamesake) continue;
    const isOther = ({ player, isSeveral }: Fit): boolean =>
      isSeveral || (player !== undefined && player !== node.player);
    if (!node.withoutTag.some(isOther)) continue;
    node.isApart = true;
    node.hasNamesake = true;
    hasChanged = true;
  }
  return hasChanged;
}

/**
 * Groups names by player, each group beginning with its fullest name. The result does not depend on the order of `names`. The generator yields
 * after each part of the work.
 */
export function* joinNames(names: readonly Name[]): Generator<void, readonly (readonly Name[])[]> {
  const nodes = names.map(createNode).sort((a, b) => b.weight - a.weight);
  const index: NameIndex = { bySurname: new Map(), byLetters: new Map(), fits: [] };
  for (const [position, node] of nodes.entries()) {
    if (position % namesPerStep === 0) yield;
    indexNode(node, index);
  }
  for (const [position, node] of nodes.entries()) {
    linkShorter(node, index);
    if (position % namesPerStep === 0) yield;
  }
  // Each round sets a name apart, which can split players of shorter names only.
  for (;;) {
    yield* assignPlayers(nodes, index);
    yield;
    const groups = groupByPlayer(nodes);
    let hasConflict = yield* setTaggedApart(nodes);
    for (const [player, group] of groups) if (group.length > 1 && setApart(player, group)) hasConflict = true;
    if (!hasConflict) return [...groups.values()].map((group) => group.map(({ name }) => name));
  }
}
