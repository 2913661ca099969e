/** The key of the visitor's choice in localStorage. Mantine reads the same key, so pages with and without Mantine show the same scheme. */
export const colorSchemeKey = "mantine-color-scheme-value";

/** Sets the color scheme before the page is first drawn: the visitor's choice, or else the system's scheme. */
export const applyColorScheme = `try {
  var scheme = localStorage.getItem("${colorSchemeKey}");
} catch (_) {}
document.documentElement.dataset.mantineColorScheme =
  scheme === "light" || scheme === "dark" ? scheme : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";`;
