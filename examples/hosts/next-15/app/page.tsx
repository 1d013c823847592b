export default function Page() {
  return <main>The application</main>;
}
