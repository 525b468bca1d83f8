export default function HomePage() {
  return <h1>Gemstall</h1>
}
