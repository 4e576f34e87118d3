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

/** The style of every page of the identity server, in the page itself: nothing is loaded. */
export const style = `
:root{color-scheme:light dark;${variables(palettes.light)}}
@media (prefers-color-scheme:dark){:root{${variables(palettes.dark)}}}
*{box-sizing:border-box;margin:0}
html{background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif;-webkit-text-size-adjust:100%}
body{min-height:100dvh;padding:max(24px,env(safe-area-inset-top)) max(24px,env(safe-area-inset-right)) max(40px,env(safe-area-inset-bottom)) max(24px,env(safe-area-inset-left))}
main{max-width:440px;margin:0 auto}
.drawing{display:block;width:132px;height:auto;color:var(--ink);margin:0 0 16px -6px}
.drawing .front{color:var(--accent)}
.brand{font-size:13px;font-weight:600;letter-spacing:.04em;color:var(--ink-soft)}
h1{font:400 36px/1.15 ui-serif,Georgia,serif;letter-spacing:-.01em;text-wrap:balance;margin:4px 0 12px}
h2{font-size:15px;font-weight:600;margin-bottom:12px}
.lead{color:var(--ink-soft);max-width:38ch}
.desk{margin-top:32px}
.desk>form+form{margin-top:32px;padding-top:24px;border-top:1px solid var(--line)}
ul{list-style:none;padding:0;display:grid;gap:8px}
button,input{font:inherit;color:inherit;border-radius:12px}
.account{display:flex;align-items:center;gap:12px;width:100%;min-height:60px;padding:8px 16px 8px 12px;text-align:start;background:var(--raised);border:1px solid var(--edge);cursor:pointer}
.account:hover{border-color:var(--ink)}
.initial{flex:none;display:grid;place-items:center;width:40px;height:40px;border-radius:999px;border:1px solid var(--line);background:var(--paper);font:400 21px/1 ui-serif,Georgia,serif}
.who{min-width:0;overflow-wrap:anywhere;line-height:1.35}
.who b{display:block;font-weight:600}
.who span{color:var(--ink-soft);font-size:13px}
.field{margin-bottom:16px}
.names{display:grid;gap:0 12px}
label{font-weight:600}
.hint{color:var(--ink-soft);font-size:13px;margin-inline-start:4px}
input{display:block;width:100%;min-height:48px;margin-top:4px;padding:8px 12px;font-size:17px;background:var(--raised);border:1px solid var(--edge)}
input[aria-invalid]{border-color:var(--bad);box-shadow:inset 0 0 0 1px var(--bad)}
.wrong{color:var(--bad);font-weight:600;margin-top:8px;overflow-wrap:anywhere}
.go{display:inline-block;width:100%;min-height:48px;margin-top:8px;padding:12px 24px;font-weight:600;font-size:17px;line-height:24px;text-align:center;text-decoration:none;background:var(--accent);color:var(--accent-ink);border:0;border-radius:12px;cursor:pointer}
header .go{margin-top:24px}
.go:hover{background:color-mix(in oklab,var(--accent) 88%,var(--ink))}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media (min-width:480px){.names{grid-template-columns:1fr 1fr}}
@media (min-width:900px){
body{padding-top:clamp(40px,14vh,160px)}
main{max-width:1000px}
main:has(.desk){display:grid;grid-template-columns:1fr 440px;gap:64px;align-items:start}
main>header{position:sticky;top:clamp(40px,14vh,160px)}
.drawing{width:176px;margin-bottom:24px}
h1{font-size:52px}
.lead{font-size:17px}
.desk{margin-top:0}
header .go{width:auto}
}
`;
