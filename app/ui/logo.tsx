/** The logo: three books' prices as bars, the best price solid. */
export function Logo({ size = 22 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="6" fill="#0f7f58" />
      <rect x="5" y="6" width="9" height="2.6" rx="1.3" fill="#fff" fillOpacity="0.55" />
      <rect x="5" y="10.7" width="14" height="2.6" rx="1.3" fill="#fff" />
      <rect x="5" y="15.4" width="11" height="2.6" rx="1.3" fill="#fff" fillOpacity="0.55" />
    </svg>
  );
}
