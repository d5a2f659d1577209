package tailgate.admin;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tailgate.admin.AdminPage.Answer;
import tailgate.admin.ProcessGroup.Member;

/** The threads of all processes of a group, one after the other, or of one. */
record GroupThreads(ProcessGroup group) {

  private static final Pattern QUERY = Pattern.compile("process=(\\d{1,4})");

  /**
   * Makes the page.
   *
   * @param query {@code process=N} for one process; all processes without it
   */
  Answer answer(@Nullable String query) {
    List<Member> members = group.members();
    if (query == null) {
      return page(members);
    }
    Matcher named = QUERY.matcher(query);
    List<Member> chosen =
        named.matches()
            ? members.stream()
                .filter(member -> member.process() == Integer.parseInt(named.group(1)))
                .toList()
            : List.of();
    return chosen.isEmpty()
        ? Answer.text(404, "404 Not Found: the processes are 0 to " + (members.size() - 1))
        : page(chosen);
  }

  private Answer page(List<Member> members) {
    StringBuilder page = new StringBuilder();
    for (Member member : members) {
      page.append("# process ").append(member.process());
      page.append(member.pid() == null ? "" : ", pid " + member.pid()).append('\n');
      page.append(threads(member)).append('\n');
    }
    return new Answer(200, AdminPage.TEXT, page.toString());
  }

  private String threads(Member member) {
    try {
      return group.threads(member.process());
    } catch (IOException e) {
      return "no answer: " + e.getMessage() + "\n";
    }
  }
}
