/** The key of the visitor's choice in localStorage. */
export const colorSchemeKey = "color-scheme";

/** Sets the color scheme before the page is first drawn: the visitor's choice, or else the system's scheme. */
export const applyColorScheme = `try {
  var scheme = localStorage.getItem("${colorSchemeKey}");
} catch (_) {}
document.documentElement.dataset.colorScheme =
  scheme === "light" || scheme === "dark" ? scheme : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";`;
