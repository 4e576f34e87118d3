import { palettes } from '../../identity/pages/page-style.ts';

function variables(palette: Readonly<Record<string, string>>): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

/** The style of the checkout page, in the page itself: nothing is loaded. The colours are the sign-in page's. */
export const style = `
:root{color-scheme:light dark;${variables(palettes.light)}}
@media (prefers-color-scheme:dark){:root{${variables(palettes.dark)}}}
*{box-sizing:border-box;margin:0}
html{background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif;-webkit-text-size-adjust:100%}
body{min-height:100dvh;padding:max(24px,env(safe-area-inset-top)) max(24px,env(safe-area-inset-right)) max(40px,env(safe-area-inset-bottom)) max(24px,env(safe-area-inset-left))}
main{max-width:440px;margin:0 auto}
.drawing{display:block;width:116px;height:auto;margin:0 0 16px -4px}
.drawing .front{color:var(--accent)}
.brand{font-size:13px;font-weight:600;letter-spacing:.04em;color:var(--ink-soft)}
h1{font:400 36px/1.15 ui-serif,Georgia,serif;letter-spacing:-.01em;text-wrap:balance;overflow-wrap:anywhere;margin:4px 0 12px}
.amount{font:400 52px/1.15 ui-serif,Georgia,serif;font-variant-numeric:tabular-nums;letter-spacing:-.02em;display:flex;align-items:baseline;gap:8px;flex-wrap:wrap}
.amount span{font:600 15px/1.5 system-ui,sans-serif;color:var(--ink-soft);letter-spacing:.04em}
.lead{color:var(--ink-soft);max-width:42ch;margin-top:12px}
.desk{margin-top:32px}
fieldset{border:0;padding:0;min-width:0;border-top:1px solid var(--line)}
legend{font-weight:600;padding:0 0 8px}
.way{display:flex;align-items:flex-start;gap:12px;min-height:60px;padding:12px 4px;border-bottom:1px solid var(--line);cursor:pointer}
.way input{flex:none;width:20px;height:20px;margin:2px 0 0;accent-color:var(--accent);cursor:pointer}
.way b{display:block;font-weight:600;line-height:1.4}
.way span span{display:block;color:var(--ink-soft);font-size:13px}
.wrong{color:var(--bad);font-weight:600;margin-bottom:16px}
.acts{display:grid;gap:8px;margin-top:24px}
.go,.back{display:block;width:100%;min-height:48px;padding:12px 24px;font:600 17px/24px system-ui,sans-serif;text-align:center;text-decoration:none;border-radius:12px;cursor:pointer}
.go{background:var(--accent);color:var(--accent-ink);border:0}
.go:hover{background:color-mix(in oklab,var(--accent) 88%,var(--ink))}
.back{background:none;color:var(--ink);border:1px solid var(--edge)}
.back:hover{border-color:var(--ink)}
header .go{margin-top:24px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.way:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px;border-radius:6px}
.way :focus-visible{outline:0}
@media (min-width:900px){
body{padding-top:clamp(40px,12vh,144px)}
main{max-width:1000px}
main:has(.desk){display:grid;grid-template-columns:1fr 440px;gap:64px;align-items:start}
.drawing{width:148px;margin-bottom:24px}
.lead{font-size:17px}
.desk{margin-top:0}
header .go{width:auto;display:inline-block}
}
`;
