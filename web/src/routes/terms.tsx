import { LegalText } from '../ui/legal-text.tsx';

/** The terms of use. */
export default function Terms() {
  return (
    <LegalText title="Terms">
      <p>A gallery works when its people are kind to each other. These are the few rules.</p>
      <h2>Your pictures stay yours</h2>
      <p>
        You keep all rights in what you upload. You allow this site to store it, to make smaller versions of
        it, and to show it to the people who may see the event. That ends when the item or the event is
        deleted.
      </p>
      <h2>Upload what you may share</h2>
      <p>
        Upload only photos and videos that you made or may pass on, and think of the people in them. Nothing
        illegal, hateful or meant to hurt. The host may reject or delete any item and remove people from the
        event.
      </p>
      <h2>Hosts</h2>
      <p>
        You answer for your event: for its privacy setting, for what you let appear, and, where you ask a
        price, for what your guests get for it.
      </p>
      <h2>Plans and payments</h2>
      <p>
        Prices stand on the home page. Guests of a paid event pay its host’s price once, before they see the
        gallery.
      </p>
      <h2>No promises beyond care</h2>
      <p>The service is run with care but can fail. Keep your own copy of what you cannot lose.</p>
    </LegalText>
  );
}
