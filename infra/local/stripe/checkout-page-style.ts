import { baseStyle } from '../pages/base-style.ts';

export const style = `${baseStyle}
.drawing{width:116px;margin:0 0 16px -4px}
.amount{font:500 52px/1.15 var(--serif);font-variant-numeric:tabular-nums;letter-spacing:-.02em;display:flex;align-items:baseline;gap:8px;flex-wrap:wrap}
.amount span{font:600 15px/1.5 var(--sans);color:var(--ink-soft);letter-spacing:.04em}
.lead{max-width:42ch;margin-top:12px}
fieldset{border:0;padding:0;min-width:0}
legend{font-weight:600;padding:0 0 8px}
.way{display:flex;align-items:flex-start;gap:12px;min-height:60px;padding:12px 0;border-top:1px solid var(--line);cursor:pointer}
.way input{flex:none;width:20px;height:20px;margin:2px 0 0;accent-color:var(--accent);cursor:pointer}
.way b{display:block;font-weight:600;line-height:1.4}
.way span span{display:block;color:var(--ink-soft);font-size:13px}
.wrong{margin-bottom:16px}
.acts{display:grid;gap:8px;margin-top:24px}
.go{display:block;width:100%}
.back{display:block;width:100%;min-height:52px;padding:12px 24px;font:550 17px/24px var(--sans);border-radius:999px;cursor:pointer;background:none;color:var(--ink);border:1px solid var(--line-strong)}
.back:hover{border-color:var(--ink)}
.way:has(:focus-visible){outline:2px solid var(--accent);outline-offset:2px;border-radius:6px}
.way :focus-visible{outline:0}
@media (min-width:900px){
body{padding-top:clamp(40px,12vh,144px)}
.drawing{width:148px;margin-bottom:24px}
header .go{width:auto;display:inline-block}
}
`;
