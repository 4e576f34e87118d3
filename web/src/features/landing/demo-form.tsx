import CopyIcon from 'lucide-react/icons/copy';
import DownloadIcon from 'lucide-react/icons/download';
import { eventTypeOptions, privacyOptions } from '../../lib/event-labels.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, RadioGroup } from '../../ui/choice-inputs.tsx';
import { Select, TextInput } from '../../ui/text-fields.tsx';
import styles from './demo-form.module.css';
import sampleQr from './prints/sample-qr.svg?no-inline';
import { Section } from './section.tsx';

const types = eventTypeOptions.filter((option) => option.value !== 'graduation');
const SAMPLE_LINK = 'gatherlens.example/event/anna-and-jonas';

/** A mock of the create-event form. Nothing is validated or sent. */
export function DemoForm() {
  return (
    <Section title="This is all there is to fill in" lead="Try it. Nothing here is saved.">
      <div className={styles.demo}>
        <fieldset className={styles.form} aria-label="Sample event">
          <TextInput label="Event Name" defaultValue="Anna and Jonas" autoComplete="off" />
          <div className={styles.pair}>
            <TextInput label="Event Date" type="date" />
            <Select label="Event Type" options={types} defaultValue="wedding" />
          </div>
          <RadioGroup
            label="Privacy Setting"
            name="demo-privacy"
            options={privacyOptions}
            defaultValue="private"
          />
          <Checkbox label="Enable Moderation" hint="Review photos before they appear in the gallery" />
        </fieldset>
        <div className={styles.card}>
          <p className={styles.names}>Anna &amp; Jonas</p>
          <p>Add your photos of the day</p>
          <img src={sampleQr} width={200} height={200} alt="Sample QR code" loading="lazy" />
          <p className={styles.link}>{SAMPLE_LINK}</p>
          <div className={styles.buttons}>
            <Button>
              <CopyIcon />
              Copy Link
            </Button>
            <Button>
              <DownloadIcon />
              Download QR
            </Button>
          </div>
        </div>
      </div>
    </Section>
  );
}
