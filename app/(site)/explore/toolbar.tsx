"use client";

import { NativeSelect, Select } from "@mantine/core";
import { useState } from "react";
import type { Address } from "@/app/(site)/explore/address";
import classes from "@/app/(site)/explore/explore.module.css";
import { showAddress } from "@/app/(site)/explore/use-address";
import { type Notation, notationNames, notations } from "@/app/(site)/live/notation";
import { usePreferences } from "@/app/(site)/live/use-preferences";
import type { LeaguesView } from "@/server/market/screen/views";

type ToolbarProps = {
  readonly leagues: LeaguesView;
  readonly sport: string;
  readonly address: Address;
};

const LeagueSelect = ({ leagues, sport, address }: ToolbarProps) => {
  const { change } = usePreferences();
  const items = (inSeason: boolean) =>
    leagues
      .filter((league) => league.inSeason === inSeason)
      .map(({ key, title, games }) => ({ value: key, label: `${title} (${games})` }));
  const isListed = leagues.some(({ key }) => key === sport);
  return (
    <Select
      size="xs"
      label="League"
      searchable
      allowDeselect={false}
      maxDropdownHeight={420}
      nothingFoundMessage="No matches"
      value={sport}
      onChange={(key) => {
        if (key === null) return;
        change({ sport: key });
        const { market, mode, sort, hold } = address;
        showAddress({ sport: key, market, mode, sort, hold });
      }}
      data={[
        ...(isListed ? [] : [{ group: "No upcoming games", items: [{ value: sport, label: sport }] }]),
        { group: "In season", items: items(true) },
        { group: "Out of season", items: items(false) },
      ].filter((group) => group.items.length > 0)}
    />
  );
};

/** The choices for every view: league, notation, time zone and books. A cookie stores them. */
export const Toolbar = (props: ToolbarProps) => {
  const { preferences, change } = usePreferences();
  const { notation, utc, onlyFavourites, favourites } = preferences;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.toolbar} data-open={isOpen} data-game={props.address.event !== undefined}>
      <LeagueSelect {...props} />
      {/* Phones show the other choices only on demand, because the prices need the space. */}
      <button
        type="button"
        className={classes.settings}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Options
      </button>
      <div className={classes.options}>
        <NativeSelect
          size="xs"
          label="Odds"
          value={notation}
          onChange={(event) => change({ notation: event.currentTarget.value as Notation })}
          data={notations.map((value) => ({ value, label: notationNames[value] }))}
        />
        <NativeSelect
          size="xs"
          label="Times"
          value={utc ? "utc" : "local"}
          onChange={(event) => change({ utc: event.currentTarget.value === "utc" })}
          data={[
            { value: "local", label: "Local" },
            { value: "utc", label: "UTC" },
          ]}
        />
        <NativeSelect
          size="xs"
          label="Books"
          value={onlyFavourites ? "favourites" : "all"}
          onChange={(event) => change({ onlyFavourites: event.currentTarget.value === "favourites" })}
          data={[
            { value: "all", label: "All" },
            {
              value: "favourites",
              label:
                favourites.length === 0
                  ? "Favourites: star a book to add it"
                  : `Favourites (${favourites.length})`,
              disabled: favourites.length === 0,
            },
          ]}
        />
      </div>
    </div>
  );
};
