import type { Name } from "@/server/players/list-names";
import type { PlayerReading } from "@/server/players/read-player";
import { teamTags } from "@/server/players/team-tags";

/*
 * A name is shorter than another if it says less: it has initials or the beginning of the given name, or lacks the tag. A shorter name fits
 * every fuller name that it may stand for. It is joined to the player whom it fits only if it fits no other player. More names can only
 * add fits. So a name that is joined once is never joined to another player later: it keeps its player or becomes a player of its own.
 */

const minGivenPrefix = 3;
const maxGivenPrefix = 12;
const minSurname = 2;
const maxInitials = 3;

type Node = {
  readonly name: Name;
  readonly weight: number;
  /** The shorter names that fit this name. `isDoubtful`: the fit rules out other players, but is too weak for a join. */
  readonly shorter: Map<Node, { isDoubtful: boolean }>;
  isApart: boolean;
  /** The only player so far whom the name fits. */
  fits: Node | undefined;
  fitsSeveral: boolean;
  /** The fullest name of the player. */
  player: Node;
};

const createNode = (name: Name): Node => {
  const letters = Math.max(...name.readings.map((reading) => reading.letters.length));
  const node: Omit<Node, "player"> & { player?: Node } = {
    name,
    weight: letters * 2 + (name.tag === "" ? 0 : 1),
    shorter: new Map(),
    isApart: false,
    fits: undefined,
    fitsSeveral: false,
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

/** Surname -> given name, suffix and tag -> names. A name of one word is filed by its letters only. */
type NameIndex = {
  readonly bySurname: Map<string, Map<string, Set<Node>>>;
  readonly byLetters: Map<string, Set<Node>>;
  readonly hasTeamTags: boolean;
};

const restKey = (given: string, suffix: string, tag: string): string => `${given}|${suffix}|${tag}`;
const lettersKey = ({ letters, tokens, suffix }: PlayerReading): string =>
  `${tokens.length === 1 ? "." : ""}${letters}|${suffix}`;

const addTo = <K>(sets: Map<K, Set<Node>>, key: K, node: Node): void => {
  const nodes = sets.get(key);
  if (nodes === undefined) sets.set(key, new Set([node]));
  else nodes.add(node);
};

/** The work on so many names takes about 2 ms. */
const namesPerStep = 100;

function* indexNames(nodes: readonly Node[]): Generator<void, NameIndex> {
  const bySurname: NameIndex["bySurname"] = new Map();
  const byLetters: NameIndex["byLetters"] = new Map();
  for (const [position, node] of nodes.entries()) {
    if (position % namesPerStep === 0) yield;
    for (const reading of node.name.readings) {
      if (reading.letters === "") continue;
      if (node.name.tag === "") addTo(byLetters, lettersKey(reading), node);
      if (reading.tokens.length < 2) continue;
      const rest = bySurname.get(reading.surname) ?? new Map<string, Set<Node>>();
      bySurname.set(reading.surname, rest);
      addTo(rest, restKey(reading.given, reading.suffix, node.name.tag), node);
    }
  }
  return {
    bySurname,
    byLetters,
    hasTeamTags: nodes.some(({ name }) => teamTags.some((tag) => tag === name.tag)),
  };
}

const isInitials = (node: Node, given: string): boolean =>
  node.name.readings.some((reading) => reading.given === given && reading.givenIsInitials);

/** Finds the shorter names that fit a name. */
const linkShorter = (full: Node, index: NameIndex): void => {
  const { tag, tagIsReadable } = full.name;
  const link = (shorter: Node, isDoubtful: boolean): void => {
    // A name's own spellings may differ in length, so a shorter spelling may belong to a name that is not shorter.
    if (shorter.weight >= full.weight) return;
    const known = full.shorter.get(shorter);
    if (known === undefined) full.shorter.set(shorter, { isDoubtful });
    else known.isDoubtful &&= isDoubtful;
  };
  const withTeamTags = index.hasTeamTags ? ["", ...teamTags] : [""];
  const tags = tag === "" ? withTeamTags : [tag, ""];
  for (const reading of full.name.readings) {
    const { suffix } = reading;
    if (tag !== "")
      for (const shorter of index.byLetters.get(lettersKey(reading)) ?? []) link(shorter, !tagIsReadable);
    for (const { given, surname, isDoubtful, needsInitials } of shorterForms(reading)) {
      const rest = index.bySurname.get(surname);
      if (rest === undefined) continue;
      // Initials without a suffix may stand for a name with a suffix, but are not joined to it.
      for (const ofSuffix of suffix === "" ? [""] : [suffix, ""])
        for (const ofTag of tags)
          for (const shorter of rest.get(restKey(given, ofSuffix, ofTag)) ?? []) {
            if (needsInitials && !isInitials(shorter, given)) continue;
            const hidesTag = tag !== "" && ofTag === "" && !tagIsReadable;
            link(shorter, isDoubtful || ofSuffix !== suffix || hidesTag);
          }
    }
  }
};

/** Tells a shorter name about a player whom it fits. */
const addFit = (shorter: Node, player: Node, isDoubtful: boolean): void => {
  const [tag, tagOfPlayer] = [shorter.name.tag, player.name.tag];
  const isOfOtherTeam = tag !== "" && tagOfPlayer !== "" && tag !== tagOfPlayer;
  if (isDoubtful || isOfOtherTeam || (shorter.fits !== undefined && shorter.fits !== player))
    shorter.fitsSeveral = true;
  shorter.fits ??= player;
};

/** Assigns every name its player. `nodes` are sorted, the fullest first. */
function* assignPlayers(nodes: readonly Node[]): Generator<void, void> {
  for (const node of nodes) {
    node.fits = undefined;
    node.fitsSeveral = false;
  }
  for (const [position, node] of nodes.entries()) {
    if (position % namesPerStep === 0) yield;
    const isJoined = node.fits !== undefined && !node.fitsSeveral && !node.isApart;
    node.player = isJoined && node.fits !== undefined ? node.fits : node;
    for (const [shorter, { isDoubtful }] of node.shorter) addFit(shorter, node.player, isDoubtful);
  }
}

const groupByPlayer = (nodes: readonly Node[]): Map<Node, Node[]> => {
  const groups = new Map<Node, Node[]>();
  for (const node of nodes) {
    const group = groups.get(node.player);
    if (group === undefined) groups.set(node.player, [node]);
    else group.push(node);
  }
  return groups;
};

/** Sets names apart that cannot be one player, although each fits the fullest name: a book lists two of them, or their tags differ. */
const setApart = (player: Node, group: readonly Node[]): boolean => {
  const byBook = new Map<number, Node[]>();
  for (const node of group)
    for (const book of node.name.books) {
      const listed = byBook.get(book);
      if (listed === undefined) byBook.set(book, [node]);
      else listed.push(node);
    }
  const conflicting = [...byBook.values()].filter((listed) => listed.length > 1).flat();
  const tagged = group.filter(({ name }) => name.tag !== "");
  if (new Set(tagged.map(({ name }) => name.tag)).size > 1) conflicting.push(...tagged);
  const apart = conflicting.filter((node) => node !== player);
  for (const node of apart) node.isApart = true;
  return apart.length > 0;
};

/**
 * Groups names by player, each group beginning with its fullest name. The result does not depend on the order of `names`. The generator yields
 * after each part of the work.
 */
export function* joinNames(names: readonly Name[]): Generator<void, readonly (readonly Name[])[]> {
  const nodes = names.map(createNode).sort((a, b) => b.weight - a.weight);
  const index = yield* indexNames(nodes);
  for (const [position, node] of nodes.entries()) {
    linkShorter(node, index);
    if (position % namesPerStep === 0) yield;
  }
  yield* assignPlayers(nodes);
  yield;
  let hasConflict = false;
  for (const [player, group] of groupByPlayer(nodes))
    if (group.length > 1 && setApart(player, group)) hasConflict = true;
  if (hasConflict) yield* assignPlayers(nodes);
  return [...groupByPlayer(nodes).values()].map((group) => group.map(({ name }) => name));
}
