// The typefaces of what is printed, under the SIL Open Font License. The site itself has the system's: these load here alone, so
// that a card looks the same wherever it is printed. Letters that they lack are the system's. A file for each weight, because
// browsers put variable fonts into a PDF as drawings of letters.
import '@fontsource/cormorant-garamond/500.css';
import '@fontsource/cormorant-garamond/500-italic.css';
import '@fontsource/cormorant-garamond/600.css';
import '@fontsource/cormorant-garamond/600-italic.css';
import '@fontsource/cormorant-garamond/700.css';
import '@fontsource/outfit/400.css';
import '@fontsource/outfit/500.css';
import '@fontsource/outfit/700.css';
