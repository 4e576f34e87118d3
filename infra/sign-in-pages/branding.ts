import { type Palette, readLogo, readPalettes } from './brand-colours.ts';

const RADIUS = 12;

/**
 * The settings of managed login for the product's look; what is left out stays Cognito's own. Source of the
 * names: AWS CLI reference, cognito-idp update-managed-login-branding.
 */
export function brandingSettings(palettes = readPalettes()): object {
  const inBoth = <T>(look: (palette: Palette) => T) => ({
    lightMode: look(palettes.light),
    darkMode: look(palettes.dark),
  });
  return {
    categories: {
      global: { colorSchemeMode: 'DYNAMIC', spacingDensity: 'REGULAR' },
      form: {
        // The sign-in URL can name the language; nobody has to choose one to sign in.
        languageSelector: { enabled: false },
        location: { horizontal: 'CENTER', vertical: 'CENTER' },
        displayGraphics: true,
      },
    },
    componentClasses: {
      buttons: { borderRadius: RADIUS },
      dropDown: { borderRadius: RADIUS },
      input: { borderRadius: RADIUS, ...inBoth(inputLook) },
      inputLabel: inBoth(({ ink }) => ({ textColor: ink })),
      inputDescription: inBoth((palette) => ({ textColor: palette['ink-soft'] })),
      divider: inBoth(({ line }) => ({ borderColor: line })),
      focusState: inBoth(({ accent }) => ({ borderColor: accent })),
      link: inBoth((palette) => ({
        defaults: { textColor: palette.accent },
        hover: { textColor: palette['accent-hover'] },
      })),
    },
    components: {
      favicon: { enabledTypes: ['SVG'] },
      form: {
        borderRadius: RADIUS,
        backgroundImage: { enabled: false },
        logo: { enabled: true, location: 'CENTER', position: 'TOP', formInclusion: 'IN' },
        ...inBoth((palette) => ({ backgroundColor: palette['paper-raised'], borderColor: palette.line })),
      },
      pageBackground: { image: { enabled: false }, ...inBoth(({ paper }) => ({ color: paper })) },
      pageText: inBoth(pageTextLook),
      alert: {
        borderRadius: RADIUS,
        ...inBoth((palette) => ({
          error: { backgroundColor: palette['paper-sunk'], borderColor: palette.bad },
        })),
      },
      primaryButton: inBoth(primaryLook),
      secondaryButton: inBoth(secondaryLook),
    },
  };
}

function inputLook(palette: Palette) {
  return {
    defaults: { backgroundColor: palette['paper-raised'], borderColor: palette['line-strong'] },
    placeholderColor: palette['ink-soft'],
  };
}

function pageTextLook(palette: Palette) {
  return { headingColor: palette.ink, bodyColor: palette['ink-soft'], descriptionColor: palette['ink-soft'] };
}

function primaryLook(palette: Palette) {
  const textColor = palette['accent-ink'];
  return {
    defaults: { backgroundColor: palette.accent, textColor },
    hover: { backgroundColor: palette['accent-hover'], textColor },
    active: { backgroundColor: palette['accent-hover'], textColor },
  };
}

function secondaryLook(palette: Palette) {
  const [backgroundColor, textColor] = [palette['paper-raised'], palette.accent];
  return {
    defaults: { backgroundColor, borderColor: palette['line-strong'], textColor },
    hover: { backgroundColor: palette['accent-wash'], borderColor: palette.accent, textColor },
    active: { backgroundColor: palette['accent-wash'], borderColor: palette.accent, textColor },
  };
}

/** The product's mark, above the form in both themes and as the favicon. */
export function brandingAssets() {
  const mark = { extension: 'SVG', bytes: readLogo() };
  return [
    { category: 'FORM_LOGO', colorMode: 'LIGHT', ...mark },
    { category: 'FORM_LOGO', colorMode: 'DARK', ...mark },
    { category: 'FAVICON_SVG', colorMode: 'DYNAMIC', ...mark },
  ];
}
