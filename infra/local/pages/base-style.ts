type Palette = Readonly<
  Record<'paper' | 'raised' | 'ink' | 'ink-soft' | 'line' | 'edge' | 'accent' | 'accent-ink' | 'bad', string>
>;

/** `line` only separates; `edge` bounds what can be operated, and stands out by 3 to 1. */
export const palettes: { readonly light: Palette; readonly dark: Palette } = {
  light: {
    paper: '#faf7f2',
    raised: '#fffdf9',
    ink: '#1f1b16',
    'ink-soft': '#655c50',
    line: '#e4dccf',
    edge: '#8c8171',
    accent: '#b4441f',
    'accent-ink': '#ffffff',
    bad: '#a3262a',
  },
  dark: {
    paper: '#171512',
    raised: '#1f1c18',
    ink: '#f3ede4',
    'ink-soft': '#b9ae9f',
    line: '#37322b',
    edge: '#80766a',
    accent: '#f08a5d',
    'accent-ink': '#1c120c',
    bad: '#ff9d92',
  },
};

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

/** What the pages of this machine's own servers have in common: a header, and a desk below or beside it. */
export const baseStyle = `
:root{color-scheme:light dark;${variables(palettes.light)}}
@media (prefers-color-scheme:dark){:root{${variables(palettes.dark)}}}
*{box-sizing:border-box;margin:0}
html{background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif;-webkit-text-size-adjust:100%}
body{min-height:100dvh;padding:max(24px,env(safe-area-inset-top)) max(24px,env(safe-area-inset-right)) max(40px,env(safe-area-inset-bottom)) max(24px,env(safe-area-inset-left))}
main{max-width:440px;margin:0 auto}
.drawing{display:block;height:auto}
.drawing .front{color:var(--accent)}
.brand{font-size:13px;font-weight:600;letter-spacing:.04em;color:var(--ink-soft)}
h1{font:400 36px/1.15 ui-serif,Georgia,serif;letter-spacing:-.01em;text-wrap:balance;overflow-wrap:anywhere;margin:4px 0 12px}
.lead{color:var(--ink-soft)}
.desk{margin-top:32px}
.wrong{color:var(--bad);font-weight:600}
.go{min-height:48px;padding:12px 24px;font:600 17px/24px system-ui,sans-serif;text-align:center;text-decoration:none;background:var(--accent);color:var(--accent-ink);border:0;border-radius:12px;cursor:pointer}
.go:hover{background:color-mix(in oklab,var(--accent) 88%,var(--ink))}
header .go{margin-top:24px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media (min-width:900px){
main{max-width:1000px}
main:has(.desk){display:grid;grid-template-columns:1fr 440px;gap:64px;align-items:start}
.lead{font-size:17px}
.desk{margin-top:0}
}
`;
