/** The page's frame. */
export default function CreateEvent() {
  return <h1>CreateEvent</h1>;
}
