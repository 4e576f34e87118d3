import { readPalettes } from '../../sign-in-pages/brand-colours.ts';

type Palette = ReturnType<typeof readPalettes>['light'];

/** The product's own colours, as `rrggbbaa`. `line` only separates; `line-strong` bounds controls, with a contrast of 3:1. */
export const palettes = readPalettes();

/** The product's typefaces, as in `web/src/app/tokens.css`. */
const fonts =
  "--serif:ui-serif,'New York',Georgia,'Iowan Old Style','Noto Serif','Liberation Serif',serif;" +
  "--sans:-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans','Liberation Sans',system-ui,sans-serif";

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name}:#${colour}`)
    .join(';');
}

/** What the pages of this machine's own servers share: a header, and a panel (the form) below or beside it. */
export const baseStyle = `
:root{color-scheme:light dark;${variables(palettes.light)};${fonts}}
@media (prefers-color-scheme:dark){:root{${variables(palettes.dark)}}}
*{box-sizing:border-box;margin:0}
html{background:var(--paper);color:var(--ink);font:15px/1.5 var(--sans);-webkit-text-size-adjust:100%}
body{min-height:100dvh;padding:max(24px,env(safe-area-inset-top)) max(24px,env(safe-area-inset-right)) max(40px,env(safe-area-inset-bottom)) max(24px,env(safe-area-inset-left))}
main{max-width:440px;margin:0 auto}
.drawing{display:block;height:auto}
.drawing .front{color:var(--accent)}
.brand{font-size:13px;font-weight:600;letter-spacing:.04em;color:var(--ink-soft)}
h1{font:500 36px/1.15 var(--serif);letter-spacing:-.01em;text-wrap:balance;overflow-wrap:anywhere;margin:4px 0 12px}
.lead{color:var(--ink-soft);text-wrap:pretty}
.panel{margin-top:40px}
.wrong{color:var(--bad);font-weight:600}
.go{min-height:52px;padding:12px 24px;font:550 17px/24px var(--sans);text-align:center;text-decoration:none;background:var(--accent);color:var(--accent-ink);border:0;border-radius:999px;cursor:pointer}
.go:hover{background:color-mix(in oklab,var(--accent) 88%,var(--ink))}
header .go{margin-top:24px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (min-width:900px){
main{max-width:1000px}
main:has(.panel){display:grid;grid-template-columns:1fr 440px;gap:64px;align-items:start}
.lead{font-size:17px}
.panel{margin-top:0}
}
`;
