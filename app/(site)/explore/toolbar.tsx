"use client";

import { useState } from "react";
import type { Address } from "@/app/(site)/explore/address";
import classes from "@/app/(site)/explore/explore.module.css";
import { showAddress } from "@/app/(site)/explore/use-address";
import { type Notation, notationNames, notations } from "@/app/(site)/live/notation";
import { usePreferences } from "@/app/(site)/live/use-preferences";
import { SelectField } from "@/app/ui/select-field";
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
    <SelectField
      small
      label="League"
      value={sport}
      onChange={(key) => {
        change({ sport: key });
        const { market, mode, sort, hold } = address;
        showAddress({ sport: key, market, mode, sort, hold });
      }}
      options={[
        ...(isListed ? [] : [{ group: "No upcoming games", options: [{ value: sport, label: sport }] }]),
        { group: "In season", options: items(true) },
        { group: "Out of season", options: items(false) },
      ].filter((group) => group.options.length > 0)}
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
        <SelectField
          small
          label="Odds"
          value={notation}
          onChange={(value) => change({ notation: value as Notation })}
          options={notations.map((value) => ({ value, label: notationNames[value] }))}
        />
        <SelectField
          small
          label="Times"
          value={utc ? "utc" : "local"}
          onChange={(value) => change({ utc: value === "utc" })}
          options={[
            { value: "local", label: "Local" },
            { value: "utc", label: "UTC" },
          ]}
        />
        <SelectField
          small
          label="Books"
          value={onlyFavourites ? "favourites" : "all"}
          onChange={(value) => change({ onlyFavourites: value === "favourites" })}
          options={[
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
