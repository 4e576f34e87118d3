import { baseStyle } from '../pages/base-style.ts';

export const style = `${baseStyle}
.drawing{width:132px;color:var(--ink);margin:0 0 16px -6px}
h2{font-size:15px;font-weight:600;margin-bottom:12px}
.lead{max-width:38ch}
.panel>form+form{margin-top:40px;padding-top:24px;border-top:1px solid var(--line)}
ul{list-style:none;padding:0;display:grid;gap:8px}
.account,input{font:inherit;color:inherit}
.account{border-radius:12px;display:flex;align-items:center;gap:12px;width:100%;min-height:60px;padding:8px 16px 8px 12px;text-align:start;background:var(--paper-raised);border:1px solid var(--line-strong);cursor:pointer}
.account:hover{border-color:var(--ink)}
.initial{flex:none;display:grid;place-items:center;width:40px;height:40px;border-radius:999px;border:1px solid var(--line);background:var(--paper);font:500 17px/1 var(--serif)}
.who{min-width:0;overflow-wrap:anywhere;line-height:1.35}
.who b{display:block;font-weight:600}
.who span{color:var(--ink-soft);font-size:13px}
.field{margin-bottom:16px}
.names{display:grid;gap:0 12px}
label{font-weight:600}
.hint{color:var(--ink-soft);font-size:13px;margin-inline-start:4px}
input{border-radius:6px;display:block;width:100%;min-height:44px;margin-top:4px;padding:8px 12px;font-size:17px;background:var(--paper-raised);border:1px solid var(--line-strong)}
input[aria-invalid]{border-color:var(--bad);box-shadow:inset 0 0 0 1px var(--bad)}
.wrong{margin-top:8px;overflow-wrap:anywhere}
.go{display:inline-block;width:100%;margin-top:8px}
@media (min-width:480px){.names{grid-template-columns:1fr 1fr}}
@media (min-width:900px){
body{padding-top:clamp(40px,14vh,160px)}
main>header{position:sticky;top:clamp(40px,14vh,160px)}
.drawing{width:176px;margin-bottom:24px}
h1{font-size:52px}
header .go{width:auto}
}
`;
